// Runs before the first paint, without waiting for the app.
{
  let theme = null
  let collapsed = null
  try {
    theme = localStorage.getItem('mupiira.theme')
    collapsed = localStorage.getItem('mupiira.collapsed')
  } catch {
    // Without storage the system's theme applies.
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

  // Hides the games of leagues that are collapsed on this device (state/preferences.ts), so that the app causes no
  // layout shift.
  if (collapsed !== null && !/[?&](?:league|q)=/.test(location.search) && 'adoptedStyleSheets' in document) {
    const sheet = new CSSStyleSheet()
    for (const league of collapsed.split('\n')) {
      const section = `[data-league="${CSS.escape(league)}"]`
      sheet.insertRule(`${section} > ul, ${section} ~ ${section} { display: none }`)
    }
    document.adoptedStyleSheets = [sheet]
    window.endBootStyles = () => (document.adoptedStyleSheets = [])
  }

  // Odds and the link to the slip are visible before the app is interactive. Taps on them are recorded, and the app
  // repeats them (early-taps.ts).
  const taps = []
  const recordTap = (event) => {
    const { target } = event
    const button = target instanceof Element ? target.closest('button[aria-pressed], a[href="/betslip"]') : null
    if (button === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    // Without this, the browser would open the slip screen, which redirects visitors to the login.
    if (button.hasAttribute('href')) event.preventDefault()
    taps.push(button)
    button.toggleAttribute('data-tapped')
  }
  addEventListener('click', recordTap, true)
  // A form submitted before the app is interactive stays on the page, and the app submits it later.
  const holdForm = (event) => {
    event.preventDefault()
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || submitter === null || form.hasAttribute('data-submitted')) return
    form.setAttribute('data-submitted', '')
    taps.push(submitter)
  }
  addEventListener('submit', holdForm, true)
  // Like the app, enables the registration's button only while the terms are accepted.
  const acceptTerms = ({ target }) => {
    const button = target.name === 'acceptTerms' ? target.form?.querySelector('[type=submit]') : null
    if (button) button.disabled = !target.checked
  }
  addEventListener('change', acceptTerms, true)
  window.takeTaps = () => {
    removeEventListener('change', acceptTerms, true)
    removeEventListener('click', recordTap, true)
    removeEventListener('submit', holdForm, true)
    return taps.splice(0)
  }

  // The browser sends this event once, possibly before the app is interactive.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installPrompt = event
  })
}
