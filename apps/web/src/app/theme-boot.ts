// Runs before the first paint as a plain script, so that a chosen theme never flashes; it imports nothing.
{
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem('mupiira.theme')
  } catch {
    // Storage may be forbidden; the system's theme stands then.
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen
}
