import { useLocation } from 'wouter'

/** What nobody has to worry about while a screen is not there: the player about his money, staff about its work. */
export function useWhatIsSafe(): string {
  const [path] = useLocation()
  return /^\/admin\b/.test(path) ? 'Whatever was saved is kept' : 'Your money and your tickets are safe'
}
