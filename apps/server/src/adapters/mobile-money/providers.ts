import type { Provider } from '@mupiira/domain/payments/providers.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { MobileMoneyProvider } from '../../modules/payments/ports.ts'
import { createAirtel } from './airtel/adapter.ts'
import type { CallOptions } from './http/provider-call.ts'
import { createMtn } from './mtn/adapter.ts'
import { createRelworx } from './relworx/adapter.ts'

type Configs = Pick<Config, Provider>
type ConfigOf<Name extends Provider> = NonNullable<Configs[Name]>

const ADAPTERS: {
  readonly [Name in Provider]: (options: CallOptions & ConfigOf<Name>) => MobileMoneyProvider
} = {
  relworx: createRelworx,
  mtn: createMtn,
  airtel: createAirtel,
}

/** The adapters of all configured providers. */
export function createMobileMoney(configs: Configs, options: CallOptions): MobileMoneyProvider[] {
  const create = <Name extends Provider>(name: Name): MobileMoneyProvider[] => {
    const config: Configs[Name] = configs[name]
    return config === null ? [] : [ADAPTERS[name]({ ...(config as ConfigOf<Name>), ...options })]
  }
  return (Object.keys(ADAPTERS) as Provider[]).flatMap(create)
}
