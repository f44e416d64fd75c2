import { create } from 'zustand'

const useDialogs = create<{ readonly open: readonly HTMLDialogElement[] }>(() => ({ open: [] }))

/** Registers an open modal dialog. Returns a function that removes it. */
export function addDialog(dialog: HTMLDialogElement): () => void {
  useDialogs.setState(({ open }) => ({ open: [...open, dialog] }))
  return () => useDialogs.setState(({ open }) => ({ open: open.filter((other) => other !== dialog) }))
}

/** The dialog that covers the page and makes everything outside it inert; undefined if none is open. */
export const useTopDialog = (): HTMLDialogElement | undefined => useDialogs(({ open }) => open.at(-1))
