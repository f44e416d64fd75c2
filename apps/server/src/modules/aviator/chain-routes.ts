import { listAviatorChains } from '@mupiira/contract/aviator.ts'
import { commitAviatorChain, enterAviatorSalt, listAdminAviatorChains } from '@mupiira/contract/admin-aviator.ts'
import { may } from '../../kernel/http/actor.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Sealing } from '../../kernel/sealing.ts'
import type { Audit } from '../audit/index.ts'
import { chains, presentChain } from './chain-row.ts'
import { adminChains } from './admin-chains.ts'
import { commitChain, enterSalt } from './keep-chains.ts'

export type ChainDeps = { readonly audit: Pick<Audit, 'record'>; readonly sealing: Sealing }

/** Chains of seeds: what everybody may check, and what administrators do for the next one (AVI-33 to AVI-35). */
export function chainRoutes({ db, clock, log }: Kernel, { audit, sealing }: ChainDeps): readonly Route[] {
  return [
    route(listAviatorChains, async () => ({ status: 200, body: { items: (await chains(db)).map(presentChain) } })),

    route(listAdminAviatorChains, async ({ actor }) => ({ status: 200, body: await adminChains(db, actor.userId) })),

    route(commitAviatorChain, async ({ actor, address, body }) => {
      if (!may(actor, 'admin:settings')) return { error: 'NOT_ALLOWED' }
      const now = clock.now()
      const chain = await commitChain(
        db,
        sealing,
        async () => body,
        () => clock.now(),
        undefined,
        (tx, { id }) =>
          audit.record(
            tx,
            { actorId: actor.userId, address, action: 'aviator.commit-chain', subject: `chain:${id}`, after: body },
            now,
          ),
      )
      log.info({ chain: chain.id, admin: actor.userId, height: chain.height }, 'a chain of rounds is committed')
      return { status: 201, body: presentChain(chain) }
    }),

    route(enterAviatorSalt, async ({ actor, address, params, body }) => {
      if (!may(actor, 'admin:settings')) return { error: 'NOT_ALLOWED' }
      if (!isId(params.id)) return { error: 'AVIATOR_CHAIN_NOT_FOUND' }
      const { height } = body
      const entry = { chainId: params.id, adminId: actor.userId, height, header: Buffer.from(body.header, 'hex') }
      const now = clock.now()
      const entered = await enterSalt(db, entry, now, (tx, { id }) =>
        audit.record(
          tx,
          { actorId: actor.userId, address, action: 'aviator.enter-salt', subject: `chain:${id}`, after: body },
          now,
        ),
      )
      return entered.ok ? { status: 200, body: presentChain(entered.value) } : entered.error
    }),
  ]
}
