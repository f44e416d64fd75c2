import { createInterface } from 'node:readline'
import type { Product } from './product.ts'

/** Base odds in hundredths. */
export type GameOdds = {
  readonly homeOdds: number
  readonly drawOdds: number
  readonly awayOdds: number
  readonly over25Odds: number | null
  readonly under25Odds: number | null
}

/** The fields that an operator can change on a manual game. */
export type GameChange = Partial<GameOdds> & {
  readonly status?: 'live' | 'finished' | 'cancelled' | 'abandoned' | 'postponed'
  readonly startTime?: string
  readonly suspended?: boolean
  readonly homeScore?: number
  readonly awayScore?: number
  readonly halfTimeHomeScore?: number
  readonly halfTimeAwayScore?: number
}

type Score = { readonly home: number; readonly away: number }

/** The operator's commands with their input and result. */
export type OperatorCommands = {
  readonly 'open-game': {
    readonly input: {
      readonly homeTeam: string
      readonly awayTeam: string
      readonly startTime: string
      readonly odds: GameOdds
    }
    readonly result: { readonly gameId: string }
  }
  readonly 'change-game': {
    readonly input: { readonly gameId: string; readonly change: GameChange }
    /** The earliest known time of play: bets placed later are void. */
    readonly result: { readonly status: string; readonly firstLiveAt: string | null }
  }
  /** The result entered by the operator, including corrections. */
  readonly 'decide-result': {
    readonly input: {
      readonly gameId: string
      readonly entered:
        | { readonly kind: 'result'; readonly score: Score; readonly halfTime: Score }
        | { readonly kind: 'void'; readonly reason: 'CANCELLED' }
    }
    readonly result: { readonly firstLiveAt: string | null }
  }
  readonly set: { readonly input: { readonly key: string; readonly value: unknown }; readonly result: null }
  readonly 'set-account': {
    readonly input: { readonly userId: string; readonly status: 'active' | 'suspended' }
    readonly result: null
  }
  readonly 'open-session': {
    readonly input: { readonly userId: string }
    readonly result: { readonly token: string }
  }
}

export type CommandMessage = {
  readonly [K in keyof OperatorCommands]: {
    readonly id: number
    readonly order: K
    readonly input: OperatorCommands[K]['input']
  }
}[keyof OperatorCommands]
export type AnswerMessage =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly fault: string }

export type Operator = {
  /** Resolves when the command is committed. */
  readonly order: <K extends keyof OperatorCommands>(
    command: K,
    input: OperatorCommands[K]['input'],
  ) => Promise<OperatorCommands[K]['result']>
  readonly close: () => Promise<void>
}

/** Lets players of a model bet any number of times and at any odds: their rules do not include these limits. */
export async function liftBetLimits(operator: Operator): Promise<void> {
  await operator.order('set', { key: 'max_daily_bets', value: 1_000_000 })
  for (const key of [
    'selection_liability_limit',
    'scorer_liability_limit',
    'game_liability_limit',
    'player_liability_limit',
  ])
    await operator.order('set', { key, value: 1_000_000_000_000 })
}

/** The operator on another node: a separate process on the same database and clock, with the same module APIs. */
export function startOperator(product: Product): Operator {
  const node = product.spawn('apps/server/src/test-operator.ts', { ROLES: 'http', LOG_LEVEL: 'silent' })
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (fault: Error) => void }>()
  let lastId = 0
  let complaints = ''
  node.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const left = new Promise<void>((resolve) =>
    node.once('close', () => {
      for (const { reject } of waiting.values()) reject(new Error(`the operator's node has exited: ${complaints}`))
      resolve()
    }),
  )
  if (node.stdout === null || node.stdin === null) throw new Error('the operator node accepts no messages')
  const { stdin } = node
  createInterface({ input: node.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as AnswerMessage
    const { resolve, reject } = waiting.get(answer.id) ?? {}
    waiting.delete(answer.id)
    if ('fault' in answer) reject?.(new Error(answer.fault))
    else resolve?.(answer.result)
  })
  return {
    order: <K extends keyof OperatorCommands>(command: K, input: OperatorCommands[K]['input']) =>
      new Promise<OperatorCommands[K]['result']>((resolve, reject) => {
        const id = (lastId += 1)
        waiting.set(id, { resolve: (result) => resolve(result as OperatorCommands[K]['result']), reject })
        stdin.write(`${JSON.stringify({ id, order: command, input })}\n`)
      }),
    async close() {
      stdin.end()
      await left
    },
  }
}
