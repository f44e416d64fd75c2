import type { AnswerOf } from '@mupiira/contract/endpoint.ts'
import type { AdminAviatorChain, listAdminAviatorChains } from '@mupiira/contract/admin-aviator.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { type ChainRow, chains, presentChain } from './chain-row.ts'
import { COMMIT_AHEAD } from './keep-chains.ts'

type Entry = { readonly chainId: string; readonly adminId: string; readonly enteredAt: Date }

/** The chains as administrators see them: how long they last, and who has entered the block of one that waits. */
export async function adminChains(sql: Sql, adminId: string): Promise<AnswerOf<typeof listAdminAviatorChains>> {
  const rows = await chains(sql)
  const waiting = rows.filter((row) => row.salt === null && linksLeft(row) > 0)
  const entries = await lastEntries(sql, waiting)
  // The oldest with a salt is used up before the next begins.
  const flown = rows.findLast((row) => row.salt !== null && linksLeft(row) > 0)
  const items = rows.map((row) => ({
    ...presentChain(row),
    state: stateOf(row, row === flown),
    roundsLeft: linksLeft(row),
    entries: entries
      .filter(({ chainId }) => chainId === row.id)
      .map((each) => ({ isOwn: each.adminId === adminId, enteredAt: each.enteredAt.toISOString() })),
  }))
  const roundsLeft = rows.reduce((sum, row) => sum + (row.salt === null ? 0 : linksLeft(row)), 0)
  return { roundsLeft, commitBelow: COMMIT_AHEAD, items }
}

const linksLeft = ({ links, nextLink }: ChainRow): number => links - nextLink + 1

function stateOf(row: ChainRow, isFlown: boolean): AdminAviatorChain['state'] {
  if (linksLeft(row) <= 0) return row.salt === null ? 'dropped' : 'used'
  if (row.salt === null) return 'waiting'
  return isFlown ? 'flying' : 'ready'
}

/** Each administrator's last reading of each chain's block. */
const lastEntries = (sql: Sql, of: readonly ChainRow[]): Promise<Entry[]> =>
  sql.query<Entry>(
    `select distinct on (chain_id, admin_id) chain_id as "chainId", admin_id as "adminId", entered_at as "enteredAt"
       from aviator_salt_entries where chain_id = any($1::uuid[]) order by chain_id, admin_id, no desc`,
    [of.map(({ id }) => id)],
  )
