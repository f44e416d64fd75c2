import type { AviatorBet, AviatorProof, AviatorRound } from '@mupiira/contract/aviator.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { BetRow } from './bet-row.ts'
import { type ChainRow, presentChain } from './chain-row.ts'
import type { RoundRow } from './round-row.ts'
import { sha256 } from './seeds.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null
const times = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)

/** A round as everybody sees it. The row of a round that is not over holds nothing of its crash point in clear. */
export const presentRound = (row: RoundRow): AviatorRound => ({
  id: Number(row.no),
  state: row.state,
  rtp: row.rtp / 100,
  bettingOpensAt: iso(row.opensAt),
  bettingClosesAt: iso(row.closesAt),
  fliesAt: iso(row.fliesAt),
  crash: row.state === 'crashed' ? times(row.crash) : null,
  endedAt: iso(row.endedAt),
})

export const presentBet = (row: BetRow): AviatorBet => ({
  id: row.id,
  roundId: Number(row.roundNo),
  stake: ugxToNumber(row.stake),
  target: times(row.target),
  auto: row.auto,
  state: row.state,
  multiplier: times(row.multiplier),
  payout: ugxToNumber(row.payout),
  placedAt: row.placedAt.toISOString(),
  decidedAt: iso(row.decidedAt),
})

/** Everything by which somebody else finds the crash point; null while the round is not over. */
export function presentProof(round: RoundRow, chain: ChainRow): AviatorProof | null {
  const { state, seed, crash } = round
  if (seed === null || crash === null || (state !== 'crashed' && state !== 'interrupted' && state !== 'void'))
    return null
  return {
    roundId: Number(round.no),
    state,
    rtp: round.rtp / 100,
    link: round.link,
    seed: seed.toString('hex'),
    previous: sha256(seed).toString('hex'),
    crash: crash / 100,
    chain: presentChain(chain),
  }
}

/** A player as others see him. `maskedName('Amina')` → "A•••a" */
export function maskedName(firstName: string): string {
  const letters = [...firstName.trim()]
  return letters.length < 2 ? '•••' : `${letters[0]?.toUpperCase()}•••${letters.at(-1)?.toLowerCase()}`
}
