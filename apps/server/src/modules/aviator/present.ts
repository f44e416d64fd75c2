import type { AviatorChain, AviatorProof, AviatorRound } from '@mupiira/contract/aviator.ts'
import type { Chain } from './chains/chains.repository.ts'
import { sha256 } from './chains/seeds.ts'
import type { Round } from './rounds/rounds.repository.ts'

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null
export const multiplierOf = (hundredths: number | null): number | null =>
  hundredths === null ? null : hundredths / 100

/** A round as all players see it. Until the round ends, its row does not contain the crash point. */
export const presentRound = (round: Round): AviatorRound => ({
  id: Number(round.no),
  state: round.state,
  rtp: round.rtp / 100,
  bettingOpensAt: iso(round.opensAt),
  bettingClosesAt: iso(round.closesAt),
  fliesAt: iso(round.fliesAt),
  crash: round.state === 'crashed' ? multiplierOf(round.crash) : null,
  endedAt: iso(round.endedAt),
})

export const presentChain = (chain: Chain): AviatorChain => ({
  id: chain.id,
  commitment: chain.commitment.toString('hex'),
  links: chain.links,
  committedAt: chain.committedAt.toISOString(),
  beacon: chain.beacon,
  height: chain.height,
  salt: chain.salt?.toString('hex') ?? null,
  saltedAt: iso(chain.saltedAt),
  header: chain.header?.toString('hex') ?? null,
  skipped: chain.skipped.map((each) => ({ ...each, at: new Date(each.at).toISOString() })),
})

/** Everything needed to compute the crash point; null before the end of the round. */
export function presentProof(round: Round, chain: Chain): AviatorProof | null {
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

/** A player's name as others see it. `maskedName('Amina')` → "A•••a" */
export function maskedName(firstName: string): string {
  const letters = [...firstName.trim()]
  return letters.length < 2 ? '•••' : `${letters[0]?.toUpperCase()}•••${letters.at(-1)?.toLowerCase()}`
}
