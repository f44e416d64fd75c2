import { create } from 'zustand'
import type { OperationKey } from '@mupiira/contract/operations.ts'
import { api, type Answer, type Parts } from '../../shared/api/client.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { onSignOut } from '../../state/session.ts'

type Asked = { readonly by: 'code' | 'password'; readonly answer: (isProven: boolean) => void }

/** The confirmation that staff must give before money moves. */
export const useProofAsked = create<{ readonly asked: Asked | null }>(() => ({ asked: null }))

/** The next person to sign in must not confirm the action of the one before. */
onSignOut(() => useProofAsked.getState().asked?.answer(false))

/**
 * Calls an operation that changes something. If the server needs a fresh confirmation, staff see a prompt for it and the
 * operation is called once more. Without one the refusal is thrown.
 */
export async function act<K extends OperationKey>(key: K, parts: Parts<K>): Promise<Answer<K>> {
  try {
    return await api(key, parts)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFIRMATION_NEEDED') throw error
    if (!(await askProof(error.details['by'] === 'code' ? 'code' : 'password'))) throw error
    return api(key, parts)
  }
}

function askProof(by: Asked['by']): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isProven: boolean) => {
      useProofAsked.setState({ asked: null })
      resolve(isProven)
    }
    useProofAsked.setState({ asked: { by, answer } })
  })
}
