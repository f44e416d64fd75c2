import { useEffect, useState } from 'react'

/** Whether the screen matches a media query. It is false on the server and during hydration. */
export function useMatches(media: string): boolean {
  const [matches, setMatches] = useState(false)
  useEffect(() => {
    const query = window.matchMedia(media)
    const note = () => setMatches(query.matches)
    note()
    query.addEventListener('change', note)
    return () => query.removeEventListener('change', note)
  }, [media])
  return matches
}
