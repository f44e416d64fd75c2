import { useLocation } from 'wouter'

/** The reassurance on a failed screen, for players or staff. */
export function useReassurance(): string {
  const [path] = useLocation()
  return /^\/admin\b/.test(path) ? 'Your saved work is safe' : 'Your money and your tickets are safe'
}
