import { useEffect, useState, type ReactNode } from 'react'

/** Renders its children after hydration. Until then and on the server it renders `placeholder`. */
export function AfterHydration({
  placeholder,
  children,
}: {
  readonly placeholder: ReactNode
  readonly children: ReactNode
}) {
  const [hasArrived, setArrived] = useState(false)
  useEffect(() => setArrived(true), [])
  return hasArrived ? children : placeholder
}
