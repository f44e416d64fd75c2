import type { CountedGoal } from '../play/play.ts'
import type { Moment } from '../play/match-clock.ts'
import type { Player } from '../play/squad.ts'
import type { Card } from '../play/timeline.ts'
import type { Club, Match, Side } from '../season/match.ts'
import type { WireRow } from '../wire-row.ts'

export const teamOf = ({ id, name }: Club): WireRow => ({ id: Number(id), name, logo: '' })

/** `extra`: minutes of stoppage time. */
export function timeOf({ half, minute }: Moment): { readonly elapsed: number; readonly extra: number | null } {
  const end = 45 * half
  if (minute >= end) return { elapsed: end, extra: Math.floor(minute - end) + 1 }
  return { elapsed: Math.max(end - 44, Math.floor(minute)), extra: null }
}

const personOf = (player: Player | undefined): WireRow => ({
  id: player === undefined ? null : Number(player.id),
  name: player?.name ?? null,
})

type Event = {
  readonly side: Side
  readonly time: WireRow
  readonly player?: Player | undefined
  readonly assist?: Player | undefined
  readonly type: 'Goal' | 'Card' | 'Var'
  readonly detail: string
  readonly comments?: string | null
}

export const eventRow = (match: Match, event: Event): WireRow => ({
  time: event.time,
  team: teamOf(match[event.side]),
  player: personOf(event.player),
  assist: personOf(event.assist),
  type: event.type,
  detail: event.detail,
  comments: event.comments ?? null,
})

export const goalEvent = (match: Match, { side, moment, player, assist, info }: CountedGoal): WireRow =>
  eventRow(match, {
    side,
    time: timeOf(moment),
    player,
    assist,
    type: 'Goal',
    detail: info === '' ? 'Normal Goal' : info,
  })

export const cardEvent = (match: Match, { side, moment, player, card }: Card): WireRow =>
  eventRow(match, {
    side,
    time: timeOf(moment),
    player,
    type: 'Card',
    detail: card === 'red card' ? 'Red Card' : 'Yellow Card',
    comments: 'Foul',
  })
