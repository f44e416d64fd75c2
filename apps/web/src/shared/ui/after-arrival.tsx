import { useEffect, useState, type ReactNode } from 'react'

/** What is rendered only after the page has arrived: until then, and on the server, `place` stands for it. */
export function AfterArrival({ place, children }: { readonly place: ReactNode; readonly children: ReactNode }) {
  const [hasArrived, setArrived] = useState(false)
  useEffect(() => setArrived(true), [])
  return hasArrived ? children : place
}
