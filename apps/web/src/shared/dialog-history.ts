import type { AroundNavHandler } from 'wouter'

/**
 * An open dialog has its own browser history entry at the same address: Back closes the dialog and stays on the page
 * (decision 0040). The entry's state stores the number of open dialogs. The history follows the open dialogs after one
 * opens or closes and after the browser navigates.
 */
const open: (() => void)[] = []

/** Set while `history.back()` runs. It is asynchronous and would remove a page pushed in the meantime. */
let travel: ReturnType<typeof setTimeout> | null = null
const onArrival: (() => void)[] = []
const MAX_TRAVEL_MS = 500

/**
 * True while the browser leaves for another document, because going back would cancel that. A download also sets it,
 * and no event reports that the page stays.
 */
let leaving = false
const MAX_LEAVING_MS = 1_000

let settling: ReturnType<typeof setTimeout> | undefined

const entries = (): number => (history.state as { dialogs?: number } | null)?.dialogs ?? 0

/** Holds a history entry while a dialog is open. Back calls `close`. */
export function holdEntry(close: () => void): () => void {
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
 * A page opened from a dialog replaces the dialog's entry, so that Back leads to the page of the dialog. A page that
 * replaces its own address returns to its own entry first.
 */
export const aroundDialogs: AroundNavHandler = (navigate, to, options) => {
  const depth = entries()
  if (travel === null && depth > 0 && options?.replace === true) goBack(depth)
  if (travel !== null) onArrival.push(() => navigate(to, options))
  else navigate(to, depth > 0 ? { ...options, replace: true } : options)
}

/** Called once per page. */
export function followBack(): () => void {
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
  travel = setTimeout(arrive, MAX_TRAVEL_MS)
  history.go(-steps)
}

function arrive(): void {
  if (travel === null) {
    for (const close of open.slice(entries()).reverse()) close()
  } else {
    clearTimeout(travel)
    travel = null
    for (const go of onArrival.splice(0)) go()
  }
  syncSoon()
}

/**
 * Runs delayed, because one dialog may close while the next opens, and a link's page opens before its dialog closes.
 */
function syncSoon(): void {
  clearTimeout(settling)
  settling = setTimeout(settle, 0)
}

function settle(): void {
  if (travel !== null || leaving) return
  if (open.length === 0 && entries() === 0) window.removeEventListener('beforeunload', leave)
  if (entries() > open.length) return goBack(entries() - open.length)
  // Going back to an address with a fragment would move the focus there.
  if (open.length > 0 && location.hash !== '')
    history.replaceState(history.state, '', location.pathname + location.search)
  for (let depth = entries() + 1; depth <= open.length; depth++) {
    history.pushState({ ...(history.state as object | null), dialogs: depth }, '')
  }
}
