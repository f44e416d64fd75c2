import type { AroundNavHandler } from 'wouter'

/**
 * An open dialog, or a step inside a screen, has its own browser history entry at the same address. Back closes the
 * dialog and stays on the page (decision 0040). The entry's state stores the number of open dialogs. When a dialog
 * opens or closes, and after each navigation, `settle` adds or removes history entries until they match the open
 * dialogs.
 */
const open: (() => void)[] = []

/** Set while a step back in the history runs. The step is asynchronous, so a page pushed now would be removed. */
let pendingStepBack: ReturnType<typeof setTimeout> | null = null
const onArrival: (() => void)[] = []
const MAX_STEP_BACK_MS = 500

/**
 * True while the browser loads another document, because a step back would cancel the load. The start of a download
 * also sets it. No event reports that the page stays, so a timer resets it.
 */
let leaving = false
const MAX_LEAVING_MS = 1_000

let settling: ReturnType<typeof setTimeout> | undefined

/** Whether Back closes a dialog or a step of this screen, and stays on the screen. */
export const hasHistoryEntry = (): boolean => entries() > 0

const entries = (): number => (history.state as { dialogs?: number } | null)?.dialogs ?? 0

/** Holds a history entry while a dialog or a step is open. Back calls `close`. */
export function addHistoryEntry(close: () => void): () => void {
  open.push(close)
  // Registered only while a dialog is open, because a `beforeunload` listener delays every navigation.
  window.addEventListener('beforeunload', leave)
  syncSoon()
  return () => {
    open.splice(open.indexOf(close), 1)
    syncSoon()
  }
}

/**
 * A page opened from a dialog replaces the dialog's entry, so that Back leads to the page of the dialog. If a page
 * replaces its own address, the browser first goes back to the page's own entry.
 */
export const navigateAroundDialogs: AroundNavHandler = (navigate, to, options) => {
  const depth = entries()
  if (pendingStepBack === null && depth > 0 && options?.replace === true) goBack(depth)
  if (pendingStepBack !== null) onArrival.push(() => navigate(to, options))
  else navigate(to, depth > 0 ? { ...options, replace: true } : options)
}

/** Closes dialogs when the browser goes back. Called once per page. Returns a function that removes the listener. */
export function closeDialogsOnBack(): () => void {
  window.addEventListener('popstate', arrive)
  // A reload closes all dialogs. Their entry then belongs to the page, and going back from it would reload the page.
  if (entries() > 0) history.replaceState({ ...(history.state as object | null), dialogs: 0 }, '')
  return () => window.removeEventListener('popstate', arrive)
}

function leave(): void {
  leaving = true
  setTimeout(() => {
    leaving = false
    syncSoon()
  }, MAX_LEAVING_MS)
}

function goBack(steps: number): void {
  pendingStepBack = setTimeout(arrive, MAX_STEP_BACK_MS)
  history.go(-steps)
}

function arrive(): void {
  if (pendingStepBack === null) {
    for (const close of open.slice(entries()).reverse()) close()
  } else {
    clearTimeout(pendingStepBack)
    pendingStepBack = null
    for (const go of onArrival.splice(0)) go()
  }
  syncSoon()
}

/**
 * Runs with a delay, because one dialog may close while the next opens, and a link opens its page before the dialog of
 * the link closes.
 */
function syncSoon(): void {
  clearTimeout(settling)
  settling = setTimeout(settle, 0)
}

function settle(): void {
  if (pendingStepBack !== null || leaving) return
  if (open.length === 0 && entries() === 0) window.removeEventListener('beforeunload', leave)
  if (entries() > open.length) return goBack(entries() - open.length)
  // Going back to an address with a fragment would move the focus there.
  if (open.length > 0 && location.hash !== '')
    history.replaceState(history.state, '', location.pathname + location.search)
  for (let depth = entries() + 1; depth <= open.length; depth++) {
    history.pushState({ ...(history.state as object | null), dialogs: depth }, '')
  }
}
