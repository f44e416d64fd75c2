import type { Ticket } from '@mupiira/contract/tickets.ts'
import { type ExpectedTicket, hundredths } from './expected-state.ts'

/** The total odds on the slip, in hundredths and rounded down. */
export const shownTotalOf = (legs: readonly { readonly odds: number }[]): bigint =>
  legs.reduce((product, { odds }) => product * hundredths(odds), 1n) / 100n ** BigInt(legs.length - 1)

export const promised = ({
  totalStake,
  totalOdds,
  bonusPercentage,
  potentialWin,
  rulebook,
  selections,
}: Ticket): unknown[] => [
  ...[totalStake, totalOdds, bonusPercentage, potentialWin, rulebook],
  ...selections.map(({ gameId, market, selection, odds }) => [gameId, market, selection, odds]),
]

/** The potential win of the stake that a ticket shows as left. */
export const winLeft = ({ potentialWin, stake }: ExpectedTicket, { cashedStake }: Ticket): number =>
  Number((potentialWin * (stake - hundredths(cashedStake))) / stake) / 100
