import { useEffect, useState } from 'react'

type PageState = { readonly linkToken?: string } | null

/**
 * The token of the mailed link that was opened, which stands behind the #, where no server sees it; null: none, and
 * undefined at the first render, which must equal the server's. Out of the address bar it goes at once, into the state
 * of the page's entry: a reload has it still.
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
