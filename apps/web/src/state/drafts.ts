import { tabStorage } from '../shared/storage.ts'

const PREFIX = 'mupiira.draft.'

/**
 * Unsaved input of a form, kept in this tab until it is saved or discarded. It survives the end of a session and a new
 * login of the same user. Only forms without secrets keep a draft.
 */
export function readDraft<Values extends object>(name: string, userId: string): Values | null {
  const stored = tabStorage.read(PREFIX + name)
  if (stored === null) return null
  try {
    const { by, values } = JSON.parse(stored) as { readonly by: string; readonly values: Values }
    if (by === userId) return values
  } catch {
    // An unreadable draft is removed like the draft of another user.
  }
  removeDraft(name)
  return null
}

export const writeDraft = (name: string, userId: string, values: object): void =>
  tabStorage.write(PREFIX + name, JSON.stringify({ by: userId, values }))

export const removeDraft = (name: string): void => tabStorage.remove(PREFIX + name)

/** Called when the user logs out. */
export function removeDrafts(): void {
  for (const key of tabStorage.keys()) if (key.startsWith(PREFIX)) tabStorage.remove(key)
}
