import { checkLedger } from '@mupiira/contract/admin.ts'
import { type Outcome, type Route, route } from '../../kernel/http/route.ts'
import type { Wallet } from '../wallet/index.ts'

export type LedgerDeps = { readonly wallet: Pick<Wallet, 'checkLedger'> }

export const ledgerRoutes = ({ wallet }: LedgerDeps): readonly Route[] => [
  route(checkLedger, async ({ actor, log }): Promise<Outcome<typeof checkLedger>> => {
    log.info({ admin: actor.userId }, 'the ledger is checked')
    const { differences, unexplainedKinds, ...report } = await wallet.checkLedger()
    return {
      status: 200,
      body: { ...report, differences: [...differences], unexplainedKinds: [...unexplainedKinds] },
    }
  }),
]
