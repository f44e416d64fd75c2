import { ApiError } from '../../shared/api/errors.ts'
import type { Body } from '../../shared/api/client.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import { act } from './staff-api.ts'

/** Stops or reopens a league or all betting, and shows the outcome. `entered`: the word typed to confirm. */
export async function changeSuspension(
  change: Omit<Body<'POST /api/admin/risk/suspensions'>, 'typed'>,
  entered: string,
): Promise<void> {
  const body = { ...change, ...(entered === '' ? {} : { typed: entered }) }
  const answer = await act('POST /api/admin/risk/suspensions', { body })
  if ('approvalId' in answer) {
    showToast('info', 'A second member of staff must approve the reopening.')
    return
  }
  const { games } = answer
  const state = change.suspended ? 'suspended' : 'reopened'
  showToast('success', `${games.toLocaleString('en-UG')} ${games === 1 ? 'game is' : 'games are'} ${state}.`)
}

/** Whether a colleague stopped this betting, so that the person who reopens it types a word. */
export const needsTyping = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'REOPENING_NOT_CONFIRMED'
