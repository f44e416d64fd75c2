import {
  createDeskGame,
  deleteDeskGame,
  getDeskGame,
  listDeskGames,
  stepDeskGame,
  suspendDeskGame,
  syncDeskScores,
  updateDeskGame,
} from '@mupiira/contract/desk-games.ts'
import { previewOffer } from '@mupiira/contract/desk-offer.ts'
import { type HandStep, stepByHand } from '@mupiira/domain/match/run-by-hand.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { type Call, type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Betting } from '../betting/index.ts'
import type { Catalogue, GameRow } from '../catalogue/index.ts'
import type { Pricing } from '../pricing/index.ts'
import { deleteUnusedGame } from './delete-game.ts'
import { editGame, type GameEdit } from './edit-game.ts'
import { faultsOfEdit, faultsOfForm, readGameEdit, readGameForm } from './game-form.ts'
import { goalsInWords } from './goals-in-words.ts'
import { type Changed, changeJudged } from './judged-change.ts'
import { hundredthsOf, presentDeskGame, warningOf } from './present-game.ts'
import type { JudgeResult } from './judge-result.ts'
import { playedBy, type SayResult, VOID } from './say-result.ts'
import { staffOf } from './staff.ts'

export type GameDoors = {
  readonly audit: Pick<Audit, 'record'>
  readonly betting: Pick<Betting, 'gamesWithBets' | 'gamesWithOpenLegs'>
  readonly catalogue: Catalogue
  readonly pricing: Pick<Pricing, 'offerAt' | 'pricesOf'>
}

const PAGE = 20
/** Open tickets are looked through for the list of games to decide, which stays open on every desk. */
const OPEN_FRESH_MS = 30_000

/** Its clock set to the last minute is the end of a match, and said as such. */
class EndsMatch extends Error {}

export function gameRoutes(
  { db, clock }: Pick<Kernel, 'clock' | 'db'>,
  doors: GameDoors,
  { sayResult, judgeResult }: { readonly sayResult: SayResult; readonly judgeResult: JudgeResult },
): readonly Route[] {
  const { audit, betting, catalogue, pricing } = doors

  let looked: { readonly at: Date; readonly openOn: Promise<readonly string[]> } | null = null
  function openOn(now: Date): Promise<readonly string[]> {
    if (looked === null || Math.abs(now.getTime() - looked.at.getTime()) > OPEN_FRESH_MS) {
      const found = betting.gamesWithOpenLegs(db)
      looked = { at: now, openOn: found }
      found.catch(() => (looked = null))
    }
    return looked.openOn
  }

  async function present(games: readonly GameRow[]) {
    const withBets = await betting.gamesWithBets(
      db,
      games.map(({ id }) => id),
    )
    return games.map((game) => presentDeskGame(game, withBets.has(game.id), pricing.pricesOf(game, clock.now())))
  }
  async function presentOne(game: GameRow) {
    const [shown] = await present([game])
    if (shown === undefined) throw new Error('a game that is there is shown')
    return shown
  }

  /** The end of a match by hand, played or not, is its result, said by staff: it moves what its bets move (ADMT-30). */
  async function end(
    call: Call<typeof stepDeskGame> | Call<typeof updateDeskGame>,
    kind: 'finish' | 'cancel',
    reason = kind === 'finish' ? 'Finished by hand' : 'Cancelled by hand',
  ): Promise<Result<GameRow, 'GAME_NOT_FOUND' | 'GAME_OF_FEED' | 'STEP_IMPOSSIBLE' | 'FINISH_WAITS'>> {
    const gameId = call.params.id
    const game = await catalogue.game(gameId)
    if (game === null) return err('GAME_NOT_FOUND')
    // A feed tells of its own games; of them staff may only say that they do not take place.
    if (game.source === 'feed' && kind === 'finish') return err('GAME_OF_FEED')
    if (!stepByHand(game, { kind }, call.now).ok) return err('STEP_IMPOSSIBLE')
    const said = kind === 'cancel' ? VOID : playedBy(game)
    const done = await sayResult({ gameId, said, reason, by: staffOf(call) }, call.now)
    if (!done.ok) return err('STEP_IMPOSSIBLE')
    return 'approvalId' in done.value ? err('FINISH_WAITS') : ok(done.value.game)
  }

  return [
    route(listDeskGames, async ({ query, now }) => {
      const { page = 1, pageSize = PAGE, decide = false, status = null } = query
      if (decide) {
        const waiting = await catalogue.gamesToDecide(await openOn(now), now)
        const items = await present(waiting.slice((page - 1) * pageSize, page * pageSize))
        const total = waiting.length
        return { status: 200, body: { items, page, pageSize, total, hasMore: page * pageSize < total } }
      }
      const words = query.q?.trim() || null
      const { games, total } = await catalogue.listForDesk({ words, status, page, pageSize })
      const hasMore = total === null || page * pageSize < total
      return { status: 200, body: { items: await present(games), page, pageSize, total, hasMore } }
    }),

    route(getDeskGame, async ({ params }) => {
      const game = isId(params.id) ? await catalogue.game(params.id) : null
      return game === null ? { error: 'GAME_NOT_FOUND' } : { status: 200, body: await presentOne(game) }
    }),

    route(previewOffer, async ({ query }) => {
      const { sport = 'soccer', home, away, draw, over25, under25 } = query
      const totals = over25 === undefined || under25 === undefined ? {} : { over25, under25 }
      // As with the form itself, 1.00 and less are none.
      const drawn = draw !== undefined && hundredthsOf(draw) !== null ? draw : null
      return { status: 200, body: { offered: pricing.offerAt({ home, draw: drawn, away, ...totals }, sport) } }
    }),

    // ADMG-12: whatever the form says, a new game is upcoming and has no score.
    route(createDeskGame, async (call) => {
      const read = readGameForm(call.body)
      if (!read.ok) return { error: read.error }
      const { game, odds, goals } = read.value
      const errors = faultsOfForm(call.body, game, call.now)
      if (errors.length > 0) return { error: 'INVALID_FIELDS', errors }
      const made = await db.transaction(async (tx) => {
        const row = await catalogue.createGame(tx, { ...game, goalEvents: goals ?? [] }, odds, call.now)
        const deed = { action: 'game.create', subject: `game:${row.id}`, after: shortOf(row) } as const
        await audit.record(tx, { ...staffOf(call), ...deed }, call.now)
        return row
      })
      return { status: 201, body: { game: await presentOne(made), warning: warningOf(made) } }
    }),

    route(updateDeskGame, async (call) => {
      const { params, body, now } = call
      if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
      const read = readGameEdit(body)
      if (!read.ok) return { error: read.error }
      const { status } = body
      const edit: GameEdit = {
        ...read.value,
        id: params.id,
        madeBy: call.actor.userId,
        status: status === 'live' || status === 'upcoming' ? status : null,
        faultsOf: (before) => faultsOfEdit(body, read.value, before, now),
        note(tx, { before, after }, flags) {
          const states = { before: shortOf(before), after: { ...shortOf(after), ...flags } }
          const deed = { action: 'game.edit', subject: `game:${params.id}` } as const
          return audit.record(tx, { ...staffOf(call), ...deed, ...states }, now)
        },
      }
      const changed = await editGame({ db, clock, betting, catalogue, judgeResult }, edit)
      if (!changed.ok) {
        const { error } = changed
        return typeof error === 'string' ? { error } : { error: 'INVALID_FIELDS', errors: error }
      }
      const { after } = changed.value
      const isEnd = (status === 'finished' || status === 'cancelled') && status !== after.status
      const ended = isEnd ? await end(call, status === 'finished' ? 'finish' : 'cancel') : ok(after)
      if (!ended.ok) return { error: ended.error }
      return { status: 200, body: { game: await presentOne(ended.value), warning: warningOf(ended.value) } }
    }),

    route(deleteDeskGame, async (call) => {
      const { id } = call.params
      if (!isId(id)) return { error: 'GAME_NOT_FOUND' }
      const refusal = await deleteUnusedGame({ db, clock, betting, catalogue }, id, (tx, game) => {
        const deed = { action: 'game.delete', subject: `game:${id}`, before: shortOf(game) } as const
        return audit.record(tx, { ...staffOf(call), ...deed }, call.now)
      })
      return refusal === null ? { status: 200, body: { success: true } } : { error: refusal }
    }),

    route(stepDeskGame, async (call) => {
      const { params, body, now } = call
      if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
      const step = stepOf(body)
      if (step === null) return { error: 'MINUTE_IMPOSSIBLE' }
      if (step.kind === 'finish' || step.kind === 'cancel') {
        const ended = await end(call, step.kind, body.reason)
        return ended.ok ? { status: 200, body: await presentOne(ended.value) } : { error: ended.error }
      }
      const made = {
        madeBy: call.actor.userId,
        async make(tx: Tx) {
          const done = await catalogue.stepGame(tx, params.id, step, now)
          // Its clock set to the last minute is the end of a match, and said as such. Else a goal may end a contradiction,
          // and a match abandoned long after its start is decided too (D20).
          const isDecided = done.ok && done.value.after.resultVersion > done.value.before.resultVersion
          if (isDecided && step.kind === 'minute') throw new EndsMatch()
          return done
        },
        note(tx: Tx, { before, after }: Changed, flags: object) {
          const states = { before: playOf(before), after: { ...playOf(after), ...flags } }
          const deed = { action: `game.${step.kind}`, subject: `game:${params.id}` } as const
          return audit.record(tx, { ...staffOf(call), ...deed, ...states, reason: body.reason ?? '' }, now)
        },
      }
      const moved = await changeJudged({ db, judgeResult }, made, now).catch((error: unknown) => {
        if (error instanceof EndsMatch) return null
        throw error
      })
      if (moved === null) {
        const ended = await end(call, 'finish', body.reason)
        return ended.ok ? { status: 200, body: await presentOne(ended.value) } : { error: ended.error }
      }
      return moved.ok ? { status: 200, body: await presentOne(moved.value.after) } : { error: moved.error }
    }),

    route(suspendDeskGame, async (call) => {
      const { params, body, now } = call
      const { suspended, reason = '' } = body
      const after = !isId(params.id)
        ? null
        : await db.transaction(async (tx) => {
            const before = (await catalogue.games([params.id], tx)).get(params.id)
            // Allowed again, it is open: what counted on nobody betting meanwhile is not done.
            const change = suspended ? { suspended } : { suspended, closedFor: [] }
            const game = await catalogue.changeGame(tx, params.id, change, now)
            if (game === null || before === undefined) return null
            const deed = { action: suspended ? 'game.suspend' : 'game.resume', subject: `game:${params.id}` } as const
            const states = { before: { suspended: before.suspended }, after: { suspended } }
            await audit.record(tx, { ...staffOf(call), ...deed, ...states, reason }, now)
            return game
          })
      return after === null ? { error: 'GAME_NOT_FOUND' } : { status: 200, body: await presentOne(after) }
    }),

    route(syncDeskScores, async (call) => {
      const changed = await db.transaction(async (tx) => {
        const games = await catalogue.syncScores(tx, call.now)
        const deed = { ...staffOf(call), action: 'game.sync-scores' } as const
        await audit.record(tx, { ...deed, subject: 'games:hand', after: { changed: games.length } }, call.now)
        for (const { before, after } of games) {
          const states = { before: playOf(before), after: playOf(after) }
          await audit.record(tx, { ...deed, subject: `game:${after.id}`, ...states }, call.now)
        }
        return games.length
      })
      return { status: 200, body: { changed } }
    }),
  ]
}

type Asked = {
  readonly step: HandStep['kind']
  readonly minute?: number
  readonly team?: 'home' | 'away'
  readonly scorer?: string | null
}

/** The step that is asked for, complete; null where it lacks its minute or side (ADMG-14). */
function stepOf({ step, minute, team, scorer }: Asked): HandStep | null {
  switch (step) {
    case 'minute':
      return minute === undefined ? null : { kind: step, minute }
    case 'goal':
      return minute === undefined || team === undefined
        ? null
        : { kind: step, goal: { team, minute, scorer: scorer ?? null } }
    case 'no-goal':
      return minute === undefined || team === undefined ? null : { kind: step, goal: { team, minute } }
    default:
      return { kind: step }
  }
}

/** For the audit log: all that its form says. */
const shortOf = (game: GameRow) => ({
  name: game.name,
  league: game.league,
  country: game.country,
  sport: game.sport,
  startTime: game.startTime.toISOString(),
  status: game.status,
  odds: decimals(game.homeOdds, game.drawOdds, game.awayOdds),
  overUnder: decimals(game.over25Odds, game.under25Odds),
  knockOut: game.knockOut,
  breakDuration: game.breakDuration,
  matchDuration: game.matchDuration,
  halfTimeDuration: game.halfTimeDuration,
  goals: goalsInWords(game.goalEvents),
})

const decimals = (...odds: readonly (number | null)[]) => odds.map((each) => (each === null ? null : each / 100))

const playOf = ({ status, minutesPassed, homeScore, awayScore, goalEvents }: GameRow) => ({
  status,
  minutesPassed,
  score: `${homeScore ?? 0}:${awayScore ?? 0}`,
  goals: goalsInWords(goalEvents),
})
