import { useLocation } from 'wouter'

/** The reassurance on a failed screen: the player's money or the staff's work is safe. */
export function useWhatIsSafe(): string {
  const [path] = useLocation()
  return /^\/admin\b/.test(path) ? 'Saved work is safe' : 'Your money and your tickets are safe'
}
