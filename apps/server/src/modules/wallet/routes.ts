import { checkLedger } from '@mupiira/contract/admin.ts'
import {
  getStatement,
  getStatementCsv,
  getStatementTotals,
  getWallet,
  repairBalance,
} from '@mupiira/contract/wallet.ts'
import type { AnswerOf } from '@mupiira/contract/endpoint.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { INVALID_CURSOR } from '../../kernel/http/input/cursor-page.ts'
import { type Outcome, type Route, route } from '../../kernel/http/route.ts'
import { NO_BALANCE, readBalances } from './accounts.repository.ts'
import type { LedgerReport } from './ledger/check-ledger.ts'
import type { OpenStakes } from './ports.ts'
import { repair, type Repair } from './repair-balance.ts'
import { readCursor, readPeriod, readStatement, readTotals } from './statement/statement.ts'
import { statementCsv } from './statement/statement-csv.ts'
import { rangeOf } from './statement/statement.repository.ts'

const PAGE = 20

export const walletRoutes = (
  kernel: Pick<Kernel, 'clock' | 'db' | 'outbox'>,
  openStakes: OpenStakes,
): readonly Route[] => [
  route(getWallet, async ({ actor }) => {
    const { balance, held } =
      (await kernel.db.asPlayer(actor.userId, (sql) => readBalances(sql, [actor.userId]))).get(actor.userId) ??
      NO_BALANCE
    return { status: 200, body: { balance: ugxToNumber(balance), held: ugxToNumber(held), currency: 'UGX' } }
  }),

  route(getStatement, async ({ actor, query }) => {
    const before = query.cursor === undefined ? null : readCursor(query.cursor)
    if (query.cursor !== undefined && before === null) return INVALID_CURSOR
    const period = readPeriod(query)
    if (!period.ok) return invalidDay(period.error)
    const { userId } = actor
    const page = { userId, before, limit: query.limit ?? PAGE, filter: query.filter }
    const body = await kernel.db.asPlayer(userId, async (sql) =>
      readStatement(sql, { ...page, range: await rangeOf(sql, userId, period.value) }),
    )
    return { status: 200, body }
  }),

  route(getStatementTotals, async ({ actor, query }) => {
    const period = readPeriod(query)
    if (!period.ok) return invalidDay(period.error)
    const { userId } = actor
    const body = await kernel.db.asPlayer(userId, async (sql) =>
      readTotals(sql, userId, await rangeOf(sql, userId, period.value), openStakes),
    )
    return { status: 200, body }
  }),

  route(getStatementCsv, async ({ actor, query, now }) => {
    const period = readPeriod(query)
    if (!period.ok) return invalidDay(period.error)
    const name = `mupiira-statement-${query.from ?? 'begin'}-${query.to ?? dayKey(now)}.csv`
    return { file: statementCsv(kernel.db, { userId: actor.userId, period: period.value, name, openStakes }) }
  }),

  route(repairBalance, async ({ actor }): Promise<Outcome<typeof repairBalance>> => {
    const repaired = await repair(kernel, { userId: actor.userId, sessionId: actor.sessionId })
    return repaired.ok ? { status: 200, body: presentRepair(repaired.value) } : { error: repaired.error }
  }),
]

const presentRepair = ({ originalUgx, fixedUgx }: Repair): AnswerOf<typeof repairBalance> => {
  const isFixed = fixedUgx !== originalUgx
  return {
    originalBalance: ugxToNumber(originalUgx),
    fixedBalance: ugxToNumber(fixedUgx),
    code: isFixed ? 'BALANCE_FIXED_RETRY_NEEDED' : null,
    message: isFixed ? 'Balance format fixed! Please try placing your bet again.' : 'Your balance is correct.',
  }
}

/** Runs the ledger check for staff. */
export const ledgerRoute = (check: () => Promise<LedgerReport>): Route =>
  route(checkLedger, async ({ actor, log }): Promise<Outcome<typeof checkLedger>> => {
    log.info({ admin: actor.userId }, 'a member of staff runs the ledger check')
    const { differences, unexplainedKinds, newestSeal: _, expectedSeal, ...report } = await check()
    return {
      status: 200,
      body: {
        ...report,
        isCompared: expectedSeal !== null,
        differences: [...differences],
        unexplainedKinds: [...unexplainedKinds],
      },
    }
  })

const invalidDay = (path: 'from' | 'to') =>
  ({
    error: 'INVALID_FIELDS',
    errors: [{ path, message: 'is not a valid date (YYYY-MM-DD), or is before the first day' }],
  }) as const
