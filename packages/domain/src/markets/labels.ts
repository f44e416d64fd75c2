import type { GameForMarkets } from './types.ts'

export type GameNames = Pick<GameForMarkets, 'homeTeam' | 'awayTeam'> & Partial<Pick<GameForMarkets, 'players'>>

/** Returns the label of a selection. */
export type Labeller = (selectionId: string, game: GameNames) => string

/** "Vipers", "Draw". */
export const winner: Labeller = (letter, game) => {
  if (letter === '1') return game.homeTeam
  return letter === '2' ? game.awayTeam : 'Draw'
}

/** "Vipers", "No goal". */
export const firstToScore: Labeller = (id, game) => (id === 'none' ? 'No goal' : teamOf(id, game))

/** "Vipers -1.5". */
export const handicap: Labeller = (id, game) => {
  const [side = '', line = ''] = id.split('_')
  return `${teamOf(side, game)} ${line}`
}

/** "Vipers by 2", "Draw". */
export const margin: Labeller = (id, game) => {
  const [side = '', goals = ''] = id.split('_')
  return id === 'draw' ? 'Draw' : `${teamOf(side, game)} by ${goals}`
}

/** "Vipers: Yes". */
export const sideYesOrNo: Labeller = (id, game) => {
  const [side = '', answer = ''] = id.split('_')
  return `${teamOf(side, game)}: ${capitalised(answer)}`
}

/** "Ssebuliba (Vipers)", or the id if the player is in no line-up. */
export const player: Labeller = (id, game) => {
  const found = game.players?.find((each) => each.id === id)
  return found === undefined ? id : `${found.name} (${teamOf(found.side, game)})`
}

/** "First half", "Equal". */
export const half: Labeller = (id) => (id === 'equal' ? 'Equal' : `${capitalised(id)} half`)

/** "Over 2.5", "Yes", "X & Under 2.5". Readable ids ("1X", "4-6") are their own label. */
export const plain = (id: string): string => id.split('&').map(capitalised).join(' & ')

const teamOf = (side: string, game: GameNames): string => (side === 'home' ? game.homeTeam : game.awayTeam)

const capitalised = (id: string): string =>
  /^[a-z]/.test(id) ? `${id.charAt(0).toUpperCase()}${id.slice(1)}`.replace('_', ' ') : id
