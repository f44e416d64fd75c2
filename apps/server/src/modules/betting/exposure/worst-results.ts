import type { Score } from '@mupiira/domain/match/goals.ts'
import { highestPayout, type OpenPayout, payoutsByScore } from '@mupiira/domain/markets/worst-scores.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { GameRow } from '../../catalogue/index.ts'
import { progressOf } from '../../pricing/index.ts'
import { openPayoutsOn } from './exposure.repository.ts'
import { FRESH_MS } from './open-exposure.ts'

/** The open stakes on a game, and the operator's result at the worst end that is still possible. */
export type WorstResult = {
  readonly stakeUgx: Ugx
  /** The score is null in sports without a list of final scores. */
  readonly score: Score | null
  readonly resultUgx: Ugx
}

/** With very many open tickets a read takes long. The interval between reads is at least 20 times that duration. */
const INTERVAL_PER_READ = 20

type Known = {
  readonly atMs: number
  readonly claims: Promise<readonly OpenPayout[]>
  /** The result at one state of the match. */
  computed: { readonly progress: string; readonly worst: WorstResult | null } | null
}

export type WorstResults = ReturnType<typeof createWorstResults>

/** The worst results of games for the trading grid. All screens of a node share the open tickets of a game. */
export function createWorstResults({ db, clock }: Pick<Kernel, 'clock' | 'db'>) {
  const known = new Map<string, Known>()
  let durationMs = 0

  async function read(ids: readonly string[]): Promise<ReadonlyMap<string, readonly OpenPayout[]>> {
    const beganMs = performance.now()
    const claims = await openPayoutsOn(db, ids)
    durationMs = performance.now() - beganMs
    return Map.groupBy(claims, ({ gameId }) => gameId)
  }

  function refresh(ids: readonly string[]): void {
    const nowMs = clock.now().getTime()
    const maxAgeMs = Math.max(FRESH_MS, INTERVAL_PER_READ * durationMs)
    for (const [id, { atMs }] of known) if (Math.abs(nowMs - atMs) > maxAgeMs) known.delete(id)
    const missing = ids.filter((id) => !known.has(id))
    if (missing.length === 0) return
    const reading = read(missing)
    for (const id of missing) {
      const entry = { atMs: nowMs, claims: reading.then((byGame) => byGame.get(id) ?? []), computed: null }
      entry.claims.catch(() => known.get(id) === entry && known.delete(id))
      known.set(id, entry)
    }
  }

  return {
    /** Games without open tickets are absent. One query reads the tickets of all games. */
    async of(games: readonly GameRow[], now: Date): Promise<ReadonlyMap<string, WorstResult>> {
      refresh(games.map(({ id }) => id))
      const found = games.map(async (game) => {
        const entry = known.get(game.id)
        if (entry === undefined) return []
        const progress = game.sport === 'soccer' ? JSON.stringify(progressOf(game, now)) : ''
        const claims = await entry.claims
        if (entry.computed?.progress !== progress) entry.computed = { progress, worst: worstOf(claims, game, now) }
        return entry.computed.worst === null ? [] : [[game.id, entry.computed.worst] as const]
      })
      return new Map((await Promise.all(found)).flat())
    },
  }
}

function worstOf(claims: readonly OpenPayout[], game: GameRow, now: Date): WorstResult | null {
  if (claims.length === 0) return null
  const stakeUgx = ugx(claims.reduce((sum, { stake }) => sum + stake, 0n))
  if (game.sport !== 'soccer') return { stakeUgx, score: null, resultUgx: ugx(stakeUgx - largestSelection(claims)) }
  const worst = highestPayout(payoutsByScore(claims, progressOf(game, now)))
  const score = worst === null ? null : { home: worst.home, away: worst.away }
  return { stakeUgx, score, resultUgx: ugx(stakeUgx - (worst?.payout ?? 0n)) }
}

/** The payout of the selection that pays most. Each ticket on such a game has one selection of its winner. */
function largestSelection(claims: readonly OpenPayout[]): bigint {
  const bySelection = new Map<string, bigint>()
  for (const { legs, payout } of claims) {
    const key = legs.map(({ market, selection }) => `${market} ${selection}`).join(' ')
    bySelection.set(key, (bySelection.get(key) ?? 0n) + payout)
  }
  return [...bySelection.values()].reduce((most, sum) => (sum > most ? sum : most), 0n)
}
