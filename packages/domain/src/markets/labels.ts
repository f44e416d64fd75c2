import type { GameForMarkets } from './types.ts'

export type GameNames = Pick<GameForMarkets, 'homeTeam' | 'awayTeam'> & Partial<Pick<GameForMarkets, 'players'>>

export type Labeller = (selectionId: string, game: GameNames) => string

/** Returns a label such as "Vipers" or "Draw". */
export const winner: Labeller = (letter, game) => {
  if (letter === '1') return game.homeTeam
  return letter === '2' ? game.awayTeam : 'Draw'
}

/** Returns a label such as "Vipers" or "No goal". */
export const firstToScore: Labeller = (id, game) => (id === 'none' ? 'No goal' : teamOf(id, game))

/** Returns a label such as "Vipers -1.5". */
export const handicap: Labeller = (id, game) => {
  const [side = '', line = ''] = id.split('_')
  return `${teamOf(side, game)} ${line}`
}

/** Returns a label such as "Vipers by 2" or "Draw". */
export const margin: Labeller = (id, game) => {
  const [side = '', goals = ''] = id.split('_')
  return id === 'draw' ? 'Draw' : `${teamOf(side, game)} by ${goals}`
}

/** Returns a label such as "Vipers: Yes". */
export const sideYesOrNo: Labeller = (id, game) => {
  const [side = '', answer = ''] = id.split('_')
  return `${teamOf(side, game)}: ${capitalised(answer)}`
}

/** Returns a label such as "Ssebuliba (Vipers)", or the id if the player is in no line-up. */
export const player: Labeller = (id, game) => {
  const found = game.players?.find((each) => each.id === id)
  return found === undefined ? id : `${found.name} (${teamOf(found.side, game)})`
}

/** Returns a label such as "First half" or "Equal". */
export const half: Labeller = (id) => (id === 'equal' ? 'Equal' : `${capitalised(id)} half`)

/** Returns a label such as "Over 2.5", "Yes" or "X & Under 2.5". Readable ids ("1X", "4-6") are their own label. */
export const plain = (id: string): string => id.split('&').map(capitalised).join(' & ')

const teamOf = (side: string, game: GameNames): string => (side === 'home' ? game.homeTeam : game.awayTeam)

const capitalised = (id: string): string =>
  /^[a-z]/.test(id) ? `${id.charAt(0).toUpperCase()}${id.slice(1)}`.replace('_', ' ') : id
