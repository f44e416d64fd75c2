import type { AroundNavHandler } from 'wouter'

/**
 * An open dialog has its own browser history entry at the same address: Back closes the dialog and stays on the page
 * (decision 0040). The entry's state stores the number of open dialogs. The history follows the open dialogs after one
 * opens or closes and after the browser navigates.
 */
const open: (() => void)[] = []

/** Pending while `history.back()` runs: it is asynchronous and would remove a page pushed in between. */
let travel: ReturnType<typeof setTimeout> | null = null
const onArrival: (() => void)[] = []
const MOST_TRAVEL_MS = 500

/** Another document is loading, and going back would cancel it. A download never reports that it stays on the page. */
let leaving = false
const LONGEST_LEAVING_MS = 1_000

let settling: ReturnType<typeof setTimeout> | undefined

const entries = (): number => (history.state as { dialogs?: number } | null)?.dialogs ?? 0

/** For as long as a dialog is open; `close` is called when the browser goes back. */
export function holdEntry(close: () => void): () => void {
  open.push(close)
  // Only while there is a dialog: the browser asks a page that listens before it leads anywhere.
  window.addEventListener('beforeunload', leave)
  settleSoon()
  return () => {
    open.splice(open.indexOf(close), 1)
    settleSoon()
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

/** Once, for the life of the page. */
export function followBack(): () => void {
  window.addEventListener('popstate', arrive)
  // A reload closes all dialogs, and their entry is one of the page then: going back from it would load the page again.
  if (entries() > 0) history.replaceState({ ...(history.state as object | null), dialogs: 0 }, '')
  return () => window.removeEventListener('popstate', arrive)
}

function leave(): void {
  leaving = true
  setTimeout(() => {
    leaving = false
    settleSoon()
  }, LONGEST_LEAVING_MS)
}

function goBack(steps: number): void {
  travel = setTimeout(arrive, MOST_TRAVEL_MS)
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
  settleSoon()
}

/** Later: one dialog may close as the next one opens, and a link's page comes before its dialog is gone. */
function settleSoon(): void {
  clearTimeout(settling)
  settling = setTimeout(settle, 0)
}

function settle(): void {
  if (travel !== null || leaving) return
  if (open.length === 0 && entries() === 0) window.removeEventListener('beforeunload', leave)
  if (entries() > open.length) return goBack(entries() - open.length)
  // On the way back to an address with a fragment the browser would put the focus there.
  if (open.length > 0 && location.hash !== '')
    history.replaceState(history.state, '', location.pathname + location.search)
  for (let depth = entries() + 1; depth <= open.length; depth++) {
    history.pushState({ ...(history.state as object | null), dialogs: depth }, '')
  }
}
