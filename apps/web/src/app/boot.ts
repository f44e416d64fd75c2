import type { InstallPrompt } from '../state/install-prompt.ts'

// Runs before the first paint as a plain script and imports nothing but types: a chosen theme never flashes, and no tap is lost.
{
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem('mupiira.theme')
  } catch {
    // Storage may be forbidden; the system's theme stands then.
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen

  // Odds can be read before the app has arrived, and so they are tapped: each tap is marked, and kept for the app.
  const taps: HTMLElement[] = []
  const keep = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[aria-pressed]') : null
    if (button === null) return
    taps.push(button)
    button.toggleAttribute('data-tapped')
  }
  addEventListener('click', keep, true)
  // A form that is sent before its scripts are there waits for them instead of leaving the page.
  const hold = (event: SubmitEvent): void => {
    event.preventDefault()
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || submitter === null || form.hasAttribute('data-submitted')) return
    form.setAttribute('data-submitted', '')
    taps.push(submitter)
  }
  addEventListener('submit', hold, true)
  window.takeTaps = () => {
    removeEventListener('click', keep, true)
    removeEventListener('submit', hold, true)
    return taps.splice(0)
  }

  // The browser offers the installation once, perhaps before the app listens (ACCT-07).
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installPrompt = event as InstallPrompt
  })
}
