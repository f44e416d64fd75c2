import { useEffect, useState } from 'react'

type PageState = { readonly linkToken?: string } | null

/**
 * The token of an e-mail link: null without one, undefined on the first render, which must match the server's. The
 * token is in the fragment, so the server never receives it. It is removed from the address bar at once and stored in
 * the history state for reloads.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const read = (): void => {
      const state = history.state as PageState
      const given = location.hash.slice(1)
      if (given !== '') history.replaceState({ ...state, linkToken: given }, '', location.pathname)
      setToken(given || (state?.linkToken ?? null))
    }
    read()
    // Opening the link again in the same tab changes only the fragment.
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return token
}
