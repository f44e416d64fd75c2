import { useEffect, useState } from 'react'

type PageState = { readonly linkToken?: string } | null

/**
 * The token of the opened e-mail link: null without one, undefined at the first render, which must equal the server's.
 * It follows the #, so no server sees it. It leaves the address bar at once and stays in the history entry's state, so
 * a reload still has it.
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
    // Opened again in the same tab, the link changes no more than the address's end.
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return token
}
