import type { Db, Sql } from '../../kernel/db/sql.ts'
import { type Explainers, explanationQuery } from './explainers.ts'
import { HOUSE } from './house-accounts.ts'
import { verifySeals } from '../../kernel/db/verify-seals.ts'
import { SEALED_LEDGER } from './sealed-ledger.ts'

export type LedgerRule = 'sides' | 'sum' | 'balance' | 'chain' | 'hold' | 'explanation' | 'seal'
export type LedgerDifference = { readonly rule: LedgerRule; readonly subject: string; readonly detail: string }
export type LedgerReport = {
  /** Nothing differs. */
  readonly ok: boolean
  readonly postings: number
  readonly accounts: number
  readonly sealedBlocks: number
  /** At most a hundred of each rule. */
  readonly differences: readonly LedgerDifference[]
  /** Kinds of postings that no module explains. */
  readonly unexplainedKinds: readonly { readonly kind: string; readonly postings: number }[]
}

const ROWS_AT_ONCE = 100_000
const ACCOUNTS_AT_ONCE = 500
const ENTRIES_AT_ONCE = 20_000
const REFERENCES_AT_ONCE = 50_000
const MOST_REPORTED = 100
const NOBODY = '00000000-0000-0000-0000-000000000000'
const BEYOND_EVERY_ID = 2n ** 63n - 1n

/**
 * Proves the ledger (OPS-05) on one snapshot, in pieces that stay far below a statement's time limit: transfers sum to
 * zero and have accounts on both sides, each balance is the sum of its entries and the end of an unbroken chain, holds
 * are what lies on their account, modules explain every reference, seals match.
 */
export function checkLedger(db: Db, explainers: Explainers, entriesAtOnce = ENTRIES_AT_ONCE): Promise<LedgerReport> {
  return db.transaction(
    async (tx) => {
      const sides = await checkSides(tx)
      const accounts = await checkAccounts(tx, sides.houseSum, entriesAtOnce)
      const seals = await verifySeals(tx, SEALED_LEDGER)
      const differences: LedgerDifference[] = [
        ...sides.differences,
        ...accounts.differences,
        ...(await checkReferences(tx, explainers)),
        ...seals.broken.map(({ block, detail }) => ({ rule: 'seal' as const, subject: `block ${block}`, detail })),
      ]
      return {
        ok: differences.length === 0,
        postings: sides.postings,
        accounts: accounts.count,
        sealedBlocks: seals.blocks,
        differences,
        unexplainedKinds: [...sides.kinds]
          .filter(([kind]) => !explainers.has(kind))
          .map(([kind, postings]) => ({ kind, postings })),
      }
    },
    { isolation: 'repeatable read', readOnly: true },
  )
}

type SidesRow = { kind: string; rows: bigint; house: bigint; wrong: string[] | null; upto: bigint }

async function checkSides(tx: Sql) {
  const differences: LedgerDifference[] = []
  const kinds = new Map<string, number>()
  let houseSum = 0n
  let postings = 0
  for (let after = 0n; ;) {
    const rows = await tx.query<SidesRow>(
      `with piece as (select * from postings where id > $1 order by id limit $2), judged as (
         select p.id, p.kind,
                case when s.kind = 'house' then -p.amount else 0 end + case when d.kind = 'house' then p.amount else 0 end as house,
                s.kind is null or d.kind is null or (s.kind = 'player' and d.kind = 'player') or p.player is distinct from
                  case when s.kind = 'player' then s.id when d.kind = 'player' then d.id end as wrong
           from piece p left join accounts s on s.id = p.source left join accounts d on d.id = p.destination)
       select kind, count(*) as rows, sum(house)::bigint as house, max(id) as upto,
              (array_agg(id::text order by id) filter (where wrong))[1:100] as wrong from judged group by kind`,
      [after, ROWS_AT_ONCE],
    )
    if (rows.length === 0) return { differences: differences.slice(0, MOST_REPORTED), kinds, houseSum, postings }
    for (const row of rows) {
      kinds.set(row.kind, (kinds.get(row.kind) ?? 0) + Number(row.rows))
      postings += Number(row.rows)
      houseSum += row.house
      if (row.upto > after) after = row.upto
      for (const id of row.wrong ?? []) {
        differences.push({ rule: 'sides', subject: `posting ${id}`, detail: 'its accounts do not make a transfer' })
      }
    }
  }
}

type AccountRow = { id: string; balance: bigint; held: bigint; pending: bigint }
type EvaluatedAccount = AccountRow & Entries

async function checkAccounts(tx: Sql, houseSum: bigint, entriesAtOnce: number) {
  const differences: LedgerDifference[] = []
  let sum = houseSum
  let count = 0
  for (let after: string | null = null; ;) {
    const rows: AccountRow[] = await tx.query<AccountRow>(
      `with piece as (
         select id, balance, held from accounts where kind = 'player' and ($1::uuid is null or id > $1) order by id limit $2
       ), pending as (
         select account, sum(amount)::bigint as amount from holds
          where state = 'pending' and account = any(select id from piece) group by account
       )
       select a.id, a.balance, a.held, coalesce(h.amount, 0) as pending
         from piece a left join pending h on h.account = a.id order by a.id`,
      [after, ACCOUNTS_AT_ONCE],
    )
    const entries = await entriesUpTo(tx, after, rows.at(-1)?.id, entriesAtOnce)
    for (const row of rows) {
      count++
      sum += row.balance
      differences.push(...evaluateAccount({ ...row, ...(entries.get(row.id) ?? NO_ENTRIES) }))
    }
    after = rows.at(-1)?.id ?? null
    if (after === null) break
  }
  if (sum !== 0n) differences.push({ rule: 'sum', subject: 'all accounts', detail: `sum to ${sum} hundredths` })
  return { differences: limited(differences), count }
}

/** What the entries of a player sum to, and the first that does not follow on the one before it. */
type Entries = { readonly sum: bigint; readonly broken: string | null }
const NO_ENTRIES: Entries = { sum: 0n, broken: null }

type EntriesRow = Entries & { player: string; id: bigint; balanceAfter: bigint }

/**
 * The entries of the players behind `after`, up to `last`: so many at a time, whoever they belong to, for a player may have
 * made as many by himself as others make together.
 */
async function entriesUpTo(
  tx: Sql,
  after: string | null,
  last: string | undefined,
  atOnce: number,
): Promise<Map<string, Entries>> {
  const found = new Map<string, Entries>()
  if (last === undefined) return found
  // The place in the index of players and ids, and what the balance was there.
  let place: Pick<EntriesRow, 'player' | 'id' | 'balanceAfter'> | null = null
  for (;;) {
    const rows: EntriesRow[] = await tx.query<EntriesRow>(
      `with piece as materialized (
         select player, id, balance_after, case when player = destination then amount else -amount end as change
           from postings where player is not null and (player, id) > ($1, $2) and player <= $3 order by player, id limit $5
       ), line as (
         select *, lag(balance_after, 1, case when player = $1 then $4::bigint else 0 end) over (partition by player order by id) as before
           from piece
       )
       select player, sum(change)::bigint as sum, max(id) as id, (array_agg(balance_after order by id desc))[1] as "balanceAfter",
              (min(id) filter (where before + change <> balance_after))::text as broken
         from line group by player order by player`,
      [place?.player ?? after ?? NOBODY, place?.id ?? BEYOND_EVERY_ID, last, place?.balanceAfter ?? 0n, atOnce],
    )
    for (const { player, sum, broken } of rows) {
      const before = found.get(player) ?? NO_ENTRIES
      found.set(player, { sum: before.sum + sum, broken: before.broken ?? broken })
    }
    place = rows.at(-1) ?? null
    if (place === null) return found
  }
}

function evaluateAccount(row: EvaluatedAccount): LedgerDifference[] {
  const subject = `account ${row.id}`
  const found: LedgerDifference[] = []
  if (row.balance !== row.sum) {
    found.push({ rule: 'balance', subject, detail: `has ${row.balance}, its entries sum to ${row.sum}` })
  }
  if (row.broken !== null) {
    found.push({ rule: 'chain', subject, detail: `its balance does not follow at posting ${row.broken}` })
  }
  if (row.held !== row.pending) {
    found.push({ rule: 'hold', subject, detail: `has ${row.held} held, its pending holds sum to ${row.pending}` })
  }
  return found
}

type ReferenceRow = { kind: string; reference: string; posted: bigint; expected: bigint | null }

async function checkReferences(tx: Sql, explainers: Explainers): Promise<LedgerDifference[]> {
  const differences: LedgerDifference[] = []
  const explanation = explainers.size === 0 ? null : explanationQuery(explainers)
  for (let from: string | null = null; ;) {
    const to: string | null = await boundary(tx, from)
    differences.push(...(await checkHolds(tx, from, to)))
    if (explanation !== null) {
      const rows = await tx.query<ReferenceRow>(explanation, [from, to, [...explainers.keys()], MOST_REPORTED])
      differences.push(...rows.map(tellReference))
    }
    if (to === null) return limited(differences)
    from = to
  }
}

const tellReference = ({ kind, reference, posted, expected }: ReferenceRow): LedgerDifference => ({
  rule: 'explanation',
  subject: `${kind} ${reference}`,
  detail: `${posted} posted, ${expected === null ? 'and nothing explains it' : `${expected} expected`}`,
})

/** Where a piece of references ends; null for the last one. */
async function boundary(tx: Sql, from: string | null): Promise<string | null> {
  const [row] = await tx.query<{ reference: string }>(
    `select reference from postings where $1::uuid is null or reference > $1 order by reference offset $2 limit 1`,
    [from, REFERENCES_AT_ONCE],
  )
  return row?.reference ?? null
}

/** What lies on the account of holds for a reference is its pending hold, and nothing else. */
async function checkHolds(tx: Sql, from: string | null, to: string | null): Promise<LedgerDifference[]> {
  const rows = await tx.query<{ reference: string; lies: bigint; pending: bigint }>(
    `with lying as (
       select reference, sum(case when destination = $3 then amount else -amount end)::bigint as lies from postings
        where ($1::uuid is null or reference > $1) and ($2::uuid is null or reference <= $2) and (source = $3 or destination = $3)
        group by reference
     ), pending as (
       select reference, sum(amount)::bigint as amount from holds where state = 'pending'
          and ($1::uuid is null or reference > $1) and ($2::uuid is null or reference <= $2) group by reference
     )
     select coalesce(l.reference, p.reference) as reference, coalesce(l.lies, 0) as lies, coalesce(p.amount, 0) as pending
       from lying l full join pending p on p.reference = l.reference
      where coalesce(l.lies, 0) <> coalesce(p.amount, 0) limit $4`,
    [from, to, HOUSE.holds, MOST_REPORTED],
  )
  return rows.map(({ reference, lies, pending }) => ({
    rule: 'hold',
    subject: `reference ${reference}`,
    detail: `${lies} lie on hold, ${pending} are pending`,
  }))
}

function limited(differences: readonly LedgerDifference[]): LedgerDifference[] {
  const told = new Map<LedgerRule, number>()
  return differences.filter(({ rule }) => {
    const count = (told.get(rule) ?? 0) + 1
    told.set(rule, count)
    return count <= MOST_REPORTED
  })
}
