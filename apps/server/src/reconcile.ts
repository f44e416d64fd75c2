import { parseArgs } from 'node:util'
import { formatAmount } from '@mupiira/domain/money/ugx.ts'
import { dayKey, startOfDayKey } from '@mupiira/domain/time/kampala.ts'
import { compose } from './compose.ts'
import { readConfig } from './kernel/config/config.ts'
import { createKernel } from './kernel/create-kernel.ts'
import { createLog } from './kernel/telemetry/log.ts'
import type { Payments } from './modules/payments/index.ts'

/**
 * `npm run reconcile -- --date YYYY-MM-DD`: compares a day in Kampala (default today) with every provider and prints
 * the differences. Exits with 1 on an unexplained difference, with 2 if a provider or a future day could not be
 * compared.
 */
const { values } = parseArgs({ options: { date: { type: 'string' } } })
const running = createKernel(readConfig(process.env), createLog('silent'))
const startedAt = running.kernel.clock.now()
const day = values.date ?? dayKey(startedAt)
const startsAt = startOfDayKey(day)
if (startsAt === null || startsAt > startedAt) {
  const problem = startsAt === null ? `not a day: ${day}; use YYYY-MM-DD` : `${day} has not begun in Kampala`
  process.stderr.write(`${problem}\n`)
  process.exit(2)
}
const report = await compose(running.kernel).reconcile(day)
process.stdout.write(textOf(report, running.kernel.clock.now()))
await running.stop()
process.exit(exitCodeOf(report))

type Report = Awaited<ReturnType<Payments['administration']['reconciliation']['run']>>

function exitCodeOf({ done, unavailable }: Report): number {
  if (done.some(({ open }) => open.length > 0)) return 1
  return unavailable.length > 0 || done.some(({ unanswered }) => unanswered > 0) ? 2 : 0
}

function textOf({ done, unavailable }: Report, now: Date): string {
  const lines = done.flatMap(({ provider, compared, unanswered, settled, wallet, open }) => [
    `${provider} on ${day}: ${compared} payments compared, ${settled} settled by this run, ${unanswered} unanswered`,
    wallet === null
      ? '  its balance could not be read'
      : `  balance UGX ${formatAmount(wallet.foundUgx)}, ${wallet.isFirst ? 'stored as the opening balance' : `UGX ${formatAmount(wallet.expectedUgx)} expected`}, ${wallet.inTransit.deposits.count + wallet.inTransit.withdrawals.count} pending payments`,
    ...open.map(
      ({ kind, subject, amountUgx, detail, foundAt, id }) =>
        `  ${kind} ${subject}: ${detail}; UGX ${formatAmount(amountUgx)}; ${hoursSince(foundAt, now)} h old; case ${id}`,
    ),
    open.length === 0 ? '  no unexplained difference' : `  ${open.length} UNEXPLAINED`,
  ])
  return `${[...lines, ...unavailable.map((provider) => `${provider}: returned no list, NOT COMPARED`)].join('\n')}\n`
}

function hoursSince(at: Date, now: Date): number {
  return Math.floor((now.getTime() - at.getTime()) / 3_600_000)
}
