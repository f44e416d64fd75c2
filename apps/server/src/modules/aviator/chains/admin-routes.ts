import {
  type AdminAviatorChain,
  commitAviatorChain,
  enterAviatorSalt,
  listAdminAviatorChains,
} from '@mupiira/contract/admin-aviator.ts'
import type { AnswerOf } from '@mupiira/contract/endpoint.ts'
import { exhaustive } from '@mupiira/domain/result.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { type Refusal, type Route, route } from '../../../kernel/http/route.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Encryption } from '../../../kernel/encryption.ts'
import type { Audit } from '../../audit/index.ts'
import { presentChain } from '../present.ts'
import { type Chain, chains, lastSaltEntries } from './chains.repository.ts'
import { COMMIT_AHEAD, commitChain, enterSalt, type SaltRefusal } from './chain-supply.ts'

type ChainAdminDeps = { readonly audit: Audit['commands']; readonly encryption: Encryption }

/** Commitments and salts of seed chains (AVI-33 to AVI-35). */
export const chainAdminRoutes = (
  { db, clock, log }: Kernel,
  { audit, encryption }: ChainAdminDeps,
): readonly Route[] => [
  route(listAdminAviatorChains, async ({ actor }) => ({ status: 200, body: await adminChains(db, actor.userId) })),

  route(commitAviatorChain, async (call) => {
    const { actor, body } = call
    const chain = await commitChain(db, encryption, async () => body, {
      now: () => clock.now(),
      recordInAudit: (tx, { id }) =>
        audit.record(
          tx,
          { ...staffOf(call), action: 'aviator.commit-chain', subject: `chain:${id}`, after: body },
          call.now,
        ),
    })
    log.info({ chain: chain.id, admin: actor.userId, height: chain.height }, 'an Aviator chain was committed')
    return { status: 201, body: presentChain(chain) }
  }),

  route(enterAviatorSalt, async (call) => {
    const { actor, body, params } = call
    if (!isId(params.id)) return { error: 'AVIATOR_CHAIN_NOT_FOUND' }
    const { height } = body
    const command = { chainId: params.id, adminId: actor.userId, height, header: Buffer.from(body.header, 'hex') }
    const entered = await enterSalt(db, command, clock, (tx, { id }, at) =>
      audit.record(tx, { ...staffOf(call), action: 'aviator.enter-salt', subject: `chain:${id}`, after: body }, at),
    )
    return entered.ok ? { status: 200, body: presentChain(entered.value) } : saltRefused(entered.error)
  }),
]

function saltRefused(refusal: SaltRefusal): Refusal<(typeof enterAviatorSalt)['errors'][number]> {
  switch (refusal.code) {
    case 'CHAIN_NOT_FOUND':
      return { error: 'AVIATOR_CHAIN_NOT_FOUND' }
    case 'SALT_FIXED':
      return { error: 'AVIATOR_SALT_FIXED' }
    case 'OTHER_HEIGHT':
      return { error: 'AVIATOR_SALT_HEIGHT', details: { beacon: refusal.beacon, height: refusal.height } }
    case 'NOT_A_BLOCK':
      return { error: 'AVIATOR_SALT_BLOCK', details: { beacon: refusal.beacon } }
    case 'BLOCK_TOO_EARLY':
      return { error: 'AVIATOR_SALT_EARLY' }
    case 'ENTRIES_DIFFER':
      return { error: 'AVIATOR_SALT_DIFFERS' }
    default:
      return exhaustive(refusal)
  }
}

/** Chains as administrators see them: their remaining rounds, and the entries for chains without a salt. */
export async function adminChains(sql: Sql, adminId: string): Promise<AnswerOf<typeof listAdminAviatorChains>> {
  const all = await chains(sql)
  const waiting = all.filter((chain) => chain.salt === null && linksLeft(chain) > 0)
  const entries = await lastSaltEntries(
    sql,
    waiting.map(({ id }) => id),
  )
  // The oldest salted chain is used up before the next one begins.
  const inUse = all.findLast((chain) => chain.salt !== null && linksLeft(chain) > 0)
  const items = all.map((chain) => ({
    ...presentChain(chain),
    state: stateOf(chain, chain === inUse),
    roundsLeft: linksLeft(chain),
    entries: entries
      .filter(({ chainId }) => chainId === chain.id)
      .map((entry) => ({ isOwn: entry.adminId === adminId, enteredAt: entry.enteredAt.toISOString() })),
  }))
  const roundsLeft = all.reduce((sum, chain) => sum + (chain.salt === null ? 0 : linksLeft(chain)), 0)
  return { roundsLeft, commitBelow: COMMIT_AHEAD, items }
}

const linksLeft = ({ links, nextLink }: Chain): number => links - nextLink + 1

function stateOf(chain: Chain, isInUse: boolean): AdminAviatorChain['state'] {
  if (linksLeft(chain) <= 0) return chain.salt === null ? 'dropped' : 'used'
  if (chain.salt === null) return 'waiting'
  return isInUse ? 'flying' : 'ready'
}
