import type { ProfitAndLoss } from '@mupiira/contract/admin-figures.ts'
import { reportLines } from '@mupiira/domain/money/day-report.ts'
import { type FigureLine, type Product, productOf, PRODUCTS } from '@mupiira/domain/money/figures.ts'
import {
  type Amounts,
  BET_FIGURES,
  figuresOfDay,
  figuresOfGroup,
  PROFIT_FIGURES,
  type ProfitGrouping,
  sumOfAmounts,
} from '@mupiira/domain/money/profit-and-loss.ts'
import { groupName } from '@mupiira/domain/money/profit-groups.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { dayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import type { Betting } from '../../betting/index.ts'
import type { Wallet } from '../../wallet/index.ts'

export type FigureSources = {
  readonly betting: Pick<Betting, 'administration'>
  readonly wallet: Pick<Wallet, 'ledger'>
}

/** Whole days in Kampala: from the beginning of a day until the end of another. */
export type Days = { readonly from: Date; readonly until: Date }
type LineSum = { readonly line: FigureLine; readonly amount: bigint }
type Group = { readonly key: string; readonly name: string; readonly amounts: Amounts }

/** The figures of a period by day, product, sport, league or market. Amounts are hundredths. */
export async function profitAndLoss(sources: FigureSources, days: Days, by: ProfitGrouping, now: Date) {
  const [byDay, groups, balances] = await Promise.all([
    dayRows(sources, days),
    by === 'day' ? null : groupRows(sources, days, by),
    balancesOfNow(sources, now),
  ])
  const rows = groups ?? byDay
  // Every grouping adds up to the same total of bets. Payments, charges and tax belong to days.
  const total = {
    ...sumOfAmounts(
      byDay.map(({ amounts }) => amounts),
      PROFIT_FIGURES.day,
    ),
    ...betsOf(rows),
  }
  return { rows, total, now: balances }
}

/** The gross gaming revenue of one day by league, with Aviator as one more group. */
export async function revenueByLeague(sources: FigureSources, day: Date) {
  const groups = await groupRows(sources, { from: day, until: startOfNextDay(day) }, 'league')
  return groups.map(({ key, name, amounts }) => ({ key, name, amount: amounts.grossGamingRevenue ?? 0n }))
}

const betsOf = (rows: readonly Group[]): Amounts =>
  sumOfAmounts(
    rows.map(({ amounts }) => amounts),
    BET_FIGURES,
  )

async function dayRows({ wallet, betting }: FigureSources, { from, until }: Days): Promise<Group[]> {
  const [postings, settlements] = await Promise.all([
    wallet.ledger.days(from, until),
    betting.administration.money.byDay({ from, until }, null),
  ])
  const transfers = Map.groupBy(postings, ({ at }) => dayKey(at))
  const settled = Map.groupBy(settlements, ({ day }) => day)
  return daysBetween({ from, until }).map((day) => ({
    key: day,
    name: day,
    amounts: figuresOfDay(day, [...reportLines(transfers.get(day) ?? []), ...(settled.get(day) ?? [])]),
  }))
}

/** All days of a period, oldest first. */
export function daysBetween({ from, until }: Days): string[] {
  const days: string[] = []
  for (let at = from; at < until; at = startOfNextDay(at)) days.push(dayKey(at))
  return days
}

/** Sports bets by group. Aviator is one more group, so that the groups add up to the figures. */
async function groupRows(
  sources: FigureSources,
  { from, until }: Days,
  by: Exclude<ProfitGrouping, 'day'>,
): Promise<Group[]> {
  const ledger = reportLines(await sources.wallet.ledger.days(from, until))
  const ofProduct = (product: Product): LineSum[] => ledger.filter(({ line }) => productOf(line) === product)
  const aviator = groupOf('aviator', PRODUCTS.aviator, ofProduct('aviator'))
  if (by === 'product') {
    const settled = await sources.betting.administration.money.byDay({ from, until }, null)
    return [groupOf('sportsbook', PRODUCTS.sportsbook, [...ofProduct('sportsbook'), ...settled]), aviator]
  }
  const sums = await sources.betting.administration.money.byGroup(by, { from, until })
  const groups = [...Map.groupBy(sums, ({ key }) => key)]
    .map(([key, lines]) => groupOf(key, groupName(by, key), lines))
    .sort((a, b) => compare(b.amounts.turnover ?? 0n, a.amounts.turnover ?? 0n))
  return [...groups, aviator]
}

const groupOf = (key: string, name: string, lines: readonly LineSum[]): Group => ({
  key,
  name,
  amounts: figuresOfGroup(lines),
})

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

/** Open stakes, money owed to players and debts. */
export async function balancesOfNow({ wallet, betting }: FigureSources, now: Date): Promise<Amounts> {
  const [{ accounts }, debtors, open] = await Promise.all([
    wallet.ledger.day(now),
    wallet.ledger.rows.debts(),
    betting.administration.history.around(now, now),
  ])
  const closing = (name: string): bigint => accounts.find(({ account }) => account === name)?.closing ?? 0n
  const debts = debtors.reduce((sum, { amount }) => sum + amount, 0n)
  const openStakes = open.reduce((sum, { status, stakeUgx }) => (status === 'pending' ? sum + stakeUgx : sum), 0n)
  return { openStakes, owedToPlayers: closing('players') + closing('holds') + debts, debts }
}

/** Amounts as numbers in UGX. */
export const presentAmounts = (amounts: Amounts): ProfitAndLoss['total'] =>
  Object.fromEntries(Object.entries(amounts).map(([figure, amount]) => [figure, ugxToNumber(ugx(amount))]))
