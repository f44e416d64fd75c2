import type { Provider } from '@mupiira/domain/payments/providers.ts'
import { airtel } from './providers/airtel.ts'
import { mtn } from './providers/mtn.ts'
import { relworx } from './providers/relworx.ts'
import { type RawEnvironment, httpUrl, optional, type Values, type Variables } from './variable.ts'

const CONFIGURATIONS = { relworx, mtn, airtel } satisfies {
  readonly [name in Provider]: {
    readonly variables: Variables
    readonly faults: (given: RawEnvironment) => string[]
    /** null: the provider is not in use. `origin` is our address as providers reach it. */
    readonly config: (env: never, origin: string) => object | null
  }
}

type Configurations = typeof CONFIGURATIONS
type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never
type ProviderVariables = Intersection<Configurations[keyof Configurations]['variables']>
const ALL = Object.entries(CONFIGURATIONS)

export const mobileMoneyVariables = {
  ...(Object.assign({}, ...ALL.map(([, { variables }]) => variables)) as ProviderVariables),
  HANDSET_URL: optional(httpUrl, {
    about: 'Address of the simulated phone',
    refusedInProduction: 'the handset belongs to a simulator',
  }),
}

export const mobileMoneyConfigErrors = (given: RawEnvironment): string[] =>
  ALL.flatMap(([, { faults }]) => faults(given))

type ProviderConfigs = { readonly [name in Provider]: ReturnType<Configurations[name]['config']> }

export function mobileMoneyConfig(env: Values<typeof mobileMoneyVariables>, origin: string) {
  const configs = Object.fromEntries(ALL.map(([name, { config }]) => [name, config(env, origin)])) as ProviderConfigs
  return { ...configs, handsetUrl: env.HANDSET_URL }
}
