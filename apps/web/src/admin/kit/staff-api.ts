import { create } from 'zustand'
import type { OperationKey } from '@mupiira/contract/operations.ts'
import { api, type Answer, type Parts } from '../../shared/api/client.ts'
import { ApiError, textOf } from '../../shared/api/errors.ts'
import { onSignOut } from '../../state/session.ts'

type ConfirmationRequest = { readonly by: 'code' | 'password'; readonly answer: (isConfirmed: boolean) => void }

/** The open request for a fresh confirmation, before an operation that moves money. */
export const useConfirmationRequest = create<{ readonly requested: ConfirmationRequest | null }>(() => ({
  requested: null,
}))

/** Closes the prompt, so that the next user cannot confirm the action of the previous user. */
onSignOut(() => useConfirmationRequest.getState().requested?.answer(false))

/**
 * Calls an operation. If the server requires a fresh confirmation, staff confirm and the call is repeated; otherwise
 * the error is thrown.
 */
export async function act<K extends OperationKey>(key: K, parts: Parts<K>): Promise<Answer<K>> {
  try {
    return await api(key, parts)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFIRMATION_NEEDED') throw error
    if (!(await requestFreshConfirmation(error.details['by'] === 'code' ? 'code' : 'password'))) throw error
    return api(key, parts)
  }
}

function requestFreshConfirmation(by: ConfirmationRequest['by']): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      useConfirmationRequest.setState({ requested: null })
      resolve(isConfirmed)
    }
    useConfirmationRequest.setState({ requested: { by, answer } })
  })
}

/**
 * The text of a failed action. Empty if staff closed the confirmation of their identity: they know that nothing was
 * saved, and their input stays.
 */
export const failureText = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.code === 'CONFIRMATION_NEEDED' ? '' : textOf(error, otherwise)
