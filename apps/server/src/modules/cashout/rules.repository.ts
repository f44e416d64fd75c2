import { sql } from 'kysely'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { anyOf, type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'

/** An automatic cash-out (COUT-02): accept the offer for a percentage of the stake left once it reaches the target. */
export type CashoutRule = {
  readonly ticketId: string
  readonly userId: string
  /** The lowest offer for all of the stake left. */
  readonly target: Ugx
  /** 100: all of the stake left. */
  readonly percent: number
  readonly createdAt: Date
}

const selectRules = () =>
  q
    .selectFrom('cashout_rules')
    .select(['ticket_id as ticketId', 'user_id as userId', 'target', 'percent', 'created_at as createdAt'])

const ofTickets = statement((p: Params<{ ticketIds: readonly string[] }>) =>
  selectRules().where('ticket_id', '=', anyOf(p.ticketIds)),
)

/** The rules of tickets. Tickets without one are absent. */
export const rulesOf = async (db: Sql, ticketIds: readonly string[]): Promise<Map<string, CashoutRule>> => {
  const rows = ticketIds.length === 0 ? [] : ((await db.run(ofTickets({ ticketIds }))) as CashoutRule[])
  return new Map(rows.map((rule) => [rule.ticketId, rule]))
}

const onGames = statement((p: Params<{ gameIds: readonly string[]; after: string; limit: number }>) =>
  selectRules()
    .where(sql<boolean>`games && ${p.gameIds}::uuid[]`)
    .where('ticket_id', '>', p.after)
    .orderBy('ticket_id')
    .limit(p.limit),
)

/** The next rules of tickets with one of these games, by ticket. */
export const rulesOnGames = async (
  db: Sql,
  gameIds: readonly string[],
  after: string,
  limit: number,
): Promise<CashoutRule[]> => (await db.run(onGames({ gameIds, after, limit }))) as CashoutRule[]

const after = statement((p: Params<{ after: string; limit: number }>) =>
  selectRules().where('ticket_id', '>', p.after).orderBy('ticket_id').limit(p.limit),
)

/** The next rules of all tickets, by ticket. */
export const rulesAfter = async (db: Sql, ticketId: string, limit: number): Promise<CashoutRule[]> =>
  (await db.run(after({ after: ticketId, limit }))) as CashoutRule[]

const save = statement(
  (p: Params<CashoutRule & { games: readonly string[] }>) => sql`
    insert into cashout_rules (ticket_id, user_id, target, percent, games, created_at)
    values (${p.ticketId}, ${p.userId}, ${p.target}, ${p.percent}, ${p.games}::uuid[], ${p.createdAt})
    on conflict (ticket_id) do update
      set target = excluded.target, percent = excluded.percent, games = excluded.games, created_at = excluded.created_at`,
)

/** Sets the rule of a locked ticket, in place of an earlier one. */
export async function saveRule(tx: Tx, rule: CashoutRule, games: readonly string[]): Promise<void> {
  await tx.change(save({ ...rule, games }))
  await addChange(tx, rule, { action: 'set', paid: null }, rule.createdAt)
}

type RuleChange =
  | { readonly action: 'set' | 'removed' | 'ended'; readonly paid: null }
  | { readonly action: 'executed'; readonly paid: Ugx }

const insertChange = statement(
  (
    p: Params<
      Omit<CashoutRule, 'createdAt'> & { id: string; action: RuleChange['action']; paid: Ugx | null; at: Date }
    >,
  ) =>
    q.insertInto('cashout_rule_changes').values({
      id: p.id,
      ticket_id: p.ticketId,
      user_id: p.userId,
      action: p.action,
      target: p.target,
      percent: p.percent,
      paid: p.paid,
      created_at: p.at,
    }),
)

const addChange = (tx: Tx, rule: CashoutRule, change: RuleChange, at: Date): Promise<number> => {
  const { ticketId, userId, target, percent } = rule
  return tx.change(insertChange({ ticketId, userId, target, percent, ...change, id: newId(), at }))
}

const setCount = statement(
  (p: Params<{ ticketId: string }>) =>
    sql<{
      n: number
    }>`select count(*)::int as n from cashout_rule_changes where ticket_id = ${p.ticketId} and action = 'set'`,
)

/** How often the rule of a locked ticket was set. */
export const timesSet = async (tx: Tx, ticketId: string): Promise<number> =>
  (await tx.first(setCount({ ticketId })))?.n ?? 0

const changesOf = statement((p: Params<{ ticketId: string }>) =>
  q
    .selectFrom('cashout_rule_changes')
    .select(['action', 'target', 'percent', 'paid', 'created_at as at'])
    .where('ticket_id', '=', p.ticketId)
    .orderBy('id'),
)

export type StoredRuleChange = Pick<CashoutRule, 'target' | 'percent'> & RuleChange & { readonly at: Date }

/** The changes of a ticket's rule, oldest first. */
export const ruleChanges = async (db: Sql, ticketId: string): Promise<readonly StoredRuleChange[]> =>
  (await db.run(changesOf({ ticketId }))) as StoredRuleChange[]

const remove = statement((p: Params<{ ticketId: string }>) =>
  q
    .deleteFrom('cashout_rules')
    .where('ticket_id', '=', p.ticketId)
    .returning(['ticket_id as ticketId', 'user_id as userId', 'target', 'percent', 'created_at as createdAt']),
)

/** Ends the rule of a locked ticket; false if it has none. */
export async function endRule(tx: Tx, ticketId: string, change: RuleChange, at: Date): Promise<boolean> {
  const rule = (await tx.first(remove({ ticketId }))) as CashoutRule | undefined
  if (rule === undefined) return false
  await addChange(tx, rule, change, at)
  return true
}
