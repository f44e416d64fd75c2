import { squadOf, type Player } from '../play/squad.ts'
import type { Club, Match } from '../season/match.ts'
import { refusal, type Action, type WireRow } from './reply.ts'

const NO_SIDE = { starting_lineups: [], substitutes: [], coach: [], missing_players: [] }
export const NO_LINEUP: WireRow = { home: NO_SIDE, away: NO_SIDE }

export const getLineups: Action = ({ feed, query }) => {
  const seen = feed.find(query.get('match_id') ?? '')
  return seen === undefined
    ? refusal('No lineups found (please check your plan)!')
    : { [seen.match.id]: { lineup: lineupOf(seen.match) } }
}

export const lineupOf = ({ home, away }: Match): WireRow => ({ home: sideOf(home), away: sideOf(away) })

const sideOf = (club: Club): WireRow => {
  const { starting, bench, coach } = squadOf(club)
  return {
    starting_lineups: starting.map((player, at) => playerRow(player, String(at + 1))),
    substitutes: bench.map((player) => playerRow(player, '')),
    coach: [{ lineup_player: coach, lineup_number: '', lineup_position: '', player_key: '' }],
    missing_players: [],
  }
}

const playerRow = ({ id, name, number }: Player, position: string): WireRow => ({
  lineup_player: name,
  lineup_number: String(number),
  lineup_position: position,
  player_key: id,
})
