import type { LedgerKind } from '@mupiira/domain/money/ledger-kinds.ts'
import type { Db, Sql } from '../../../kernel/db/sql.ts'
import { type ExpectedSeal, verifySeals } from '../../../kernel/seals/verify-seals.ts'
import {
  type AccountRow,
  accountsAfter,
  lastReferenceOfChunk,
  entriesAfter,
  type EntriesRow,
  type Explainers,
  SEALED_LEDGER,
  sidesAfter,
  type SidesRow,
  unexplained,
  wrongHolds,
} from './ledger-check.repository.ts'

export type LedgerRule = 'sides' | 'sum' | 'balance' | 'chain' | 'hold' | 'explanation' | 'seal'
export type LedgerDifference = { readonly rule: LedgerRule; readonly subject: string; readonly detail: string }
export type LedgerReport = {
  /** Whether there are no differences. */
  readonly ok: boolean
  readonly postings: number
  readonly accounts: number
  readonly sealedBlocks: number
  readonly newestSeal: ExpectedSeal | null
  /** The published seal that the ledger was compared with; without one, an emptied ledger is not detected. */
  readonly expectedSeal: ExpectedSeal | null
  /** The differences, at most a hundred for each rule. */
  readonly differences: readonly LedgerDifference[]
  /** Kinds of postings that no module explains. */
  readonly unexplainedKinds: readonly { readonly kind: LedgerKind; readonly postings: number }[]
}

export type CheckOptions = {
  readonly entriesAtOnce?: number
  /** A published seal. */
  readonly expected?: ExpectedSeal | null
}

const ROWS_AT_ONCE = 100_000
const ACCOUNTS_AT_ONCE = 500
const ENTRIES_AT_ONCE = 20_000
const REFERENCES_AT_ONCE = 50_000
const MAX_REPORTED = 100
const NIL_ID = '00000000-0000-0000-0000-000000000000'
const MAX_ID = 2n ** 63n - 1n

/**
 * Checks the ledger (OPS-05) on one snapshot, in chunks far below the statement timeout: transfers sum to zero
 * and have accounts on both sides, each balance is the sum of its entries and the end of an unbroken chain,
 * holds match their account, modules explain every reference, and the seals match.
 */
export function checkLedger(
  db: Db,
  explainers: Explainers,
  { entriesAtOnce = ENTRIES_AT_ONCE, expected = null }: CheckOptions = {},
): Promise<LedgerReport> {
  return db.transaction(
    async (tx) => {
      const sides = await checkSides(tx)
      const accounts = await checkAccounts(tx, sides.houseSum, entriesAtOnce)
      const seals = await verifySeals(tx, SEALED_LEDGER, expected)
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
        newestSeal: seals.newest,
        expectedSeal: expected,
        differences,
        unexplainedKinds: [...sides.kinds]
          .filter(([kind]) => !explainers.has(kind))
          .map(([kind, postings]) => ({ kind, postings })),
      }
    },
    { isolation: 'repeatable read', readOnly: true },
  )
}

async function checkSides(tx: Sql) {
  const differences: LedgerDifference[] = []
  const kinds = new Map<LedgerKind, number>()
  let houseSum = 0n
  let postings = 0
  for (let after = 0n; ;) {
    const rows: SidesRow[] = await tx.run(sidesAfter({ after, limit: ROWS_AT_ONCE }))
    if (rows.length === 0) return { differences: differences.slice(0, MAX_REPORTED), kinds, houseSum, postings }
    for (const row of rows) {
      kinds.set(row.kind, (kinds.get(row.kind) ?? 0) + Number(row.rows))
      postings += Number(row.rows)
      houseSum += row.house
      if (row.upTo > after) after = row.upTo
      for (const id of row.wrong ?? []) {
        differences.push({ rule: 'sides', subject: `posting ${id}`, detail: 'its accounts do not make a transfer' })
      }
    }
  }
}

async function checkAccounts(tx: Sql, houseSum: bigint, entriesAtOnce: number) {
  const differences: LedgerDifference[] = []
  let sum = houseSum
  let count = 0
  for (let after: string | null = null; ;) {
    const rows: AccountRow[] = await tx.run(accountsAfter({ after, limit: ACCOUNTS_AT_ONCE }))
    const last = rows.at(-1)?.id
    if (last === undefined) break
    const entries = await entriesUpTo(tx, after, last, entriesAtOnce)
    for (const row of rows) {
      count++
      sum += row.balance
      differences.push(...evaluateAccount(row, entries.get(row.id) ?? NO_ENTRIES))
    }
    after = last
  }
  if (sum !== 0n) differences.push({ rule: 'sum', subject: 'all accounts', detail: `sum to ${sum} hundredths` })
  return { differences: limited(differences), count }
}

/** The sum of a player's entries, and the first entry whose balance does not follow from the entry before it. */
type Entries = Pick<EntriesRow, 'sum' | 'broken'>
const NO_ENTRIES: Entries = { sum: 0n, broken: null }

/** The entries of the players after `after`, up to `last`. Read in chunks, because one player may have very many. */
async function entriesUpTo(tx: Sql, after: string | null, last: string, atOnce: number): Promise<Map<string, Entries>> {
  const found = new Map<string, Entries>()
  let cursor = { player: after ?? NIL_ID, id: MAX_ID, balance: 0n }
  for (;;) {
    const rows: EntriesRow[] = await tx.run(entriesAfter({ ...cursor, last, limit: atOnce }))
    for (const { player, sum, broken } of rows) {
      const before = found.get(player) ?? NO_ENTRIES
      found.set(player, { sum: before.sum + sum, broken: before.broken ?? broken })
    }
    const end = rows.at(-1)
    if (end === undefined) return found
    cursor = { player: end.player, id: end.id, balance: end.balanceAfter }
  }
}

function evaluateAccount(row: AccountRow, entries: Entries): LedgerDifference[] {
  const subject = `account ${row.id}`
  const found: LedgerDifference[] = []
  if (row.balance !== entries.sum) {
    found.push({ rule: 'balance', subject, detail: `has ${row.balance}, its entries sum to ${entries.sum}` })
  }
  if (entries.broken !== null) {
    found.push({ rule: 'chain', subject, detail: `its balance does not follow at posting ${entries.broken}` })
  }
  if (row.held !== row.pending) {
    found.push({ rule: 'hold', subject, detail: `has ${row.held} held, its pending holds sum to ${row.pending}` })
  }
  return found
}

async function checkReferences(tx: Sql, explainers: Explainers): Promise<LedgerDifference[]> {
  const differences: LedgerDifference[] = []
  for (let from: string | null = null; ;) {
    const to: string | null = await lastReferenceOfChunk(tx, from, REFERENCES_AT_ONCE)
    for (const { reference, onHold, pending } of await tx.run(wrongHolds({ from, to, limit: MAX_REPORTED }))) {
      const detail = `${onHold} are on hold, ${pending} are pending`
      differences.push({ rule: 'hold', subject: `reference ${reference}`, detail })
    }
    for (const { kind, reference, posted, expected } of await unexplained(tx, explainers, { from, to }, MAX_REPORTED)) {
      const detail = `${posted} posted, ${expected === null ? 'without an explanation' : `${expected} expected`}`
      differences.push({ rule: 'explanation', subject: `${kind} ${reference}`, detail })
    }
    if (to === null) return limited(differences)
    from = to
  }
}

function limited(differences: readonly LedgerDifference[]): LedgerDifference[] {
  const reported = new Map<LedgerRule, number>()
  return differences.filter(({ rule }) => {
    const count = (reported.get(rule) ?? 0) + 1
    reported.set(rule, count)
    return count <= MAX_REPORTED
  })
}
