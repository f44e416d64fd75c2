import type { AnswerOf } from '@mupiira/contract/endpoint.ts'
import type { Operations } from '@mupiira/contract/operations.ts'
import type { Client, RequestInput } from './client.ts'

type Answer = AnswerOf<Operations['POST /api/bets']>
/** The answer to a bet that becomes a ticket at once. */
export type Placed = Extract<Answer, { readonly ticket: unknown }>

/** The answer to a bet on upcoming games; throws if the bet waits. */
export function asPlaced(answer: Answer): Placed {
  if (!('ticket' in answer)) throw new Error(`the bet waits: ${answer.delayed.id}`)
  return answer
}

/** Places a bet on upcoming games; throws if it is refused or waits. */
export const mustPlace = async (
  client: Pick<Client, 'must'>,
  request: RequestInput<'POST /api/bets'>,
): Promise<Placed> => asPlaced(await client.must('POST /api/bets', request))
