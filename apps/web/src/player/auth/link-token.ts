import { useEffect, useState } from 'react'

/** The token of the mailed link that was opened, which stands behind the #, where no server sees it; null: none. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState<string | null>(null)
  // After the first render, which must equal the server's. Out of the address bar it goes at once.
  useEffect(() => {
    const given = location.hash.slice(1)
    if (given === '') return
    setToken(given)
    history.replaceState(history.state, '', location.pathname)
  }, [])
  return token
}
