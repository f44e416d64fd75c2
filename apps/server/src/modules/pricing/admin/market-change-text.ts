import { labelOf } from '@mupiira/domain/markets/catalogue.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { GameRow, MarketControl } from '../../catalogue/index.ts'

type Changes = {
  readonly suspended?: boolean
  readonly odds?: { readonly [selection: string]: number | null }
  readonly mostStake?: { readonly [selection: string]: number | null }
}

/** What a request changes besides the odds that its risk names, for the approver: maximum stakes and a suspension. */
export function otherChangesText(
  game: Pick<GameRow, 'homeTeam' | 'awayTeam'>,
  market: MarketId,
  {
    seen,
    changes: { suspended, odds = {}, mostStake = {} },
    named,
  }: { readonly seen: MarketControl; readonly changes: Changes; readonly named: readonly string[] },
): readonly string[] {
  const isSuspended = seen.suspended === true
  const others = Object.entries(odds).filter(([id]) => !named.includes(id))
  return [
    ...others.map(
      ([id, value]) => `${labelOf(market, id, game)} at ${value === null ? 'model odds' : value.toFixed(2)}`,
    ),
    ...Object.entries(mostStake).flatMap(([id, value]) => {
      const before = seen.mostStake?.[id] ?? null
      const change = `${stakeText(before)} → ${stakeText(value)}`
      return before === value ? [] : [`maximum stake of ${labelOf(market, id, game)} ${change}`]
    }),
    ...(suspended === undefined || suspended === isSuspended
      ? []
      : [suspended ? 'market suspended' : 'market reopened']),
  ]
}

const stakeText = (stake: number | null): string =>
  stake === null ? 'no limit' : `UGX ${stake.toLocaleString('en-UG')}`
