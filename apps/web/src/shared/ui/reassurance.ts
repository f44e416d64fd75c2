import { useLocation } from 'wouter'

/** The sentence on a failed screen that reassures players or staff. */
export function useReassurance(): string {
  const [path] = useLocation()
  return /^\/admin\b/.test(path) ? 'Your saved work is safe' : 'Your money and your tickets are safe'
}
