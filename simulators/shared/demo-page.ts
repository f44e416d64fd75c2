const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** A page of the simulators; `head` adds its style sheet. */
export const demoPage = (page: {
  readonly title: string
  readonly head: string
  readonly lead: string
  readonly main: string
  readonly script?: string
}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
${page.head}
</head>
<body>
<header class="bar"><span class="mark" aria-hidden="true"></span><strong>${page.title}</strong><span class="badge">Demo money</span></header>
<main class="reading">
<h1>${page.title}</h1>
<p class="lead">${page.lead}</p>
${page.main}
</main>
${page.script === undefined ? '' : `<script>${page.script}</script>`}
</body>
</html>
`
