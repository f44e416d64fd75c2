import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import type { createAdminGame, updateAdminGame } from '@mupiira/contract/admin-games.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { dayKey, startOfDayKey } from '@mupiira/domain/time/kampala.ts'
import type { BaseOdds } from '../games/base-odds.ts'
import type { GameRow } from '../games/game-row.ts'
import { faultsOf, type EvaluatedMatch } from './game-faults.ts'
import { decimal, hundredthsOf, storedForm } from './present-game.ts'

type Form = BodyOf<typeof createAdminGame>
type Edit = BodyOf<typeof updateAdminGame>
export type ReadForm = {
  readonly game: Pick<
    GameRow,
    | 'homeTeam'
    | 'awayTeam'
    | 'league'
    | 'country'
    | 'sport'
    | 'startTime'
    | 'knockOut'
    | 'breakDuration'
    | 'matchDuration'
    | 'halfTimeDuration'
  >
  readonly odds: BaseOdds
  readonly goals: GameRow['goalEvents'] | null
}

/** A game from its form, with the specified defaults (ADMG-07 to ADMG-11). */
export function readGameForm(form: Form): Result<ReadForm, 'GAME_TEAMS_MISSING' | 'GAME_START_MISSING'> {
  const homeTeam = form.homeTeam.trim()
  const awayTeam = form.awayTeam.trim()
  if (homeTeam === '' || awayTeam === '') return err('GAME_TEAMS_MISSING')
  const startTime = startIn(form.startTime)
  if (startTime === null) return err('GAME_START_MISSING')
  return ok({
    game: {
      homeTeam,
      awayTeam,
      league: form.league.trim(),
      country: form.country?.trim() || null,
      sport: form.sport ?? 'soccer',
      startTime,
      knockOut: form.knockOut ?? false,
      breakDuration: form.breakDuration ?? 10,
      matchDuration: form.matchDuration ?? 100,
      halfTimeDuration: form.halfTimeDuration ?? 45,
    },
    odds: {
      homeOdds: hundredthsOf(form.homeOdds),
      drawOdds: hundredthsOf(form.drawOdds),
      awayOdds: hundredthsOf(form.awayOdds),
      over25Odds: hundredthsOf(form.over25Odds),
      under25Odds: hundredthsOf(form.under25Odds),
    },
    goals: form.goals === undefined ? null : form.goals.toSorted((a, b) => a.minute - b.minute),
  })
}

export type ReadEdit = {
  readonly game: Partial<ReadForm['game']>
  readonly odds: Partial<BaseOdds>
  readonly goals: ReadForm['goals']
}
/** Placeholders for absent fields while parsing; never stored. */
const UNNAMED = { homeTeam: '-', awayTeam: '-', league: '-', startTime: '2000-01-01T00:00:00Z' }

/** The changed fields of a form; absent fields stay as they are. */
export function readGameEdit(form: Edit): Result<ReadEdit, 'GAME_TEAMS_MISSING' | 'GAME_START_MISSING'> {
  const read = readGameForm({ ...UNNAMED, ...form })
  if (!read.ok) return read
  const named = new Set(Object.keys(form))
  const only = <Part extends object>(part: Part): Partial<Part> =>
    Object.fromEntries(Object.entries(part).filter(([field]) => named.has(field))) as Partial<Part>
  const { game, odds, goals } = read.value
  return ok({ game: only(game), odds: only(odds), goals })
}

const faultsIn = (match: EvaluatedMatch, now: Date) =>
  faultsOf(match, now).map(({ field, message }) => ({ path: field === 'startsAt' ? 'startTime' : field, message }))

/** The problems of a new game's form, with the odds as typed. */
export const faultsOfForm = (form: Form, { homeTeam, awayTeam, startTime }: ReadForm['game'], now: Date) =>
  faultsIn({ ...form, homeTeam, awayTeam, startsAt: startTime }, now)

/**
 * Validates the teams and odds that the game would have after an edit, if the edit changes them. The kick-off is not
 * validated, because the kick-off of a match that was brought forward may be in the past.
 */
export function validateEdit(form: Edit, { game }: ReadEdit, before: GameRow, now: Date) {
  const names = (...fields: readonly (keyof Edit)[]): boolean => fields.some((field) => form[field] !== undefined)
  const { homeTeam, awayTeam, sport, homeOdds, drawOdds, awayOdds, over25Odds, under25Odds } = before
  const odds = {
    homeOdds: decimal(homeOdds),
    drawOdds: decimal(drawOdds),
    awayOdds: decimal(awayOdds),
    over25Odds: decimal(over25Odds),
    under25Odds: decimal(under25Odds),
  }
  const hasOdds = names('homeOdds', 'drawOdds', 'awayOdds', 'over25Odds', 'under25Odds')
  const teams = names('homeTeam', 'awayTeam') ? { homeTeam, awayTeam, ...game } : {}
  return faultsIn({ sport: form.sport ?? sport, ...(hasOdds ? { ...odds, ...form } : {}), ...teams }, now)
}

/** Whether each edited field still has the value that the editor saw, or already has the new value. */
export function isAsSeen({ seen = {}, ...changes }: Edit, game: GameRow): boolean {
  const stored = { ...storedForm(game) } as Record<string, unknown>
  const was = seen as Record<string, unknown>
  const edited = changes as Record<string, unknown>
  return Object.keys(was).every(
    (field) => isDeepStrictEqual(stored[field], was[field]) || isDeepStrictEqual(stored[field], edited[field]),
  )
}

const LATEST_MS = Date.UTC(3000, 0)

/** Parses a start time. Returns null for a day that does not exist (30 February) or is centuries away. */
function startIn(text: string): Date | null {
  const at = new Date(text)
  if (!(Math.abs(at.getTime()) < LATEST_MS)) return null
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text.trim()) ?? []
  return startOfDayKey(day ?? dayKey(at)) === null ? null : at
}
