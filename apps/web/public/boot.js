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

  // Leagues that are collapsed on this device (state/preferences.ts), so that nothing moves after the first paint.
  if (collapsed !== null && !/[?&](?:league|q)=/.test(location.search) && 'adoptedStyleSheets' in document) {
    const sheet = new CSSStyleSheet()
    for (const league of collapsed.split('\n')) {
      const section = `[data-league="${CSS.escape(league)}"]`
      sheet.insertRule(`${section} > ul, ${section} ~ ${section} { display: none }`)
    }
    document.adoptedStyleSheets = [sheet]
    window.endBootStyles = () => (document.adoptedStyleSheets = [])
  }

  // Odds and the slip's button are visible before the app is interactive: keep taps on them for the app (early-taps.ts).
  const taps = []
  const recordTap = (event) => {
    const { target } = event
    const button = target instanceof Element ? target.closest('button[aria-pressed], a[href="/betslip"]') : null
    if (button === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    // The slip's screen would redirect a visitor to the login.
    if (button.hasAttribute('href')) event.preventDefault()
    taps.push(button)
    button.toggleAttribute('data-tapped')
  }
  addEventListener('click', recordTap, true)
  // A form that is sent before its scripts are there waits for them instead of leaving the page.
  const holdForm = (event) => {
    event.preventDefault()
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || submitter === null || form.hasAttribute('data-submitted')) return
    form.setAttribute('data-submitted', '')
    taps.push(submitter)
  }
  addEventListener('submit', holdForm, true)
  // The app disables the registration's button until the terms are accepted (AUTH-48).
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

  // The browser offers the installation once, possibly before the app listens (ACCT-07).
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installPrompt = event
  })
}
