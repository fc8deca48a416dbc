/** HTML that would be noticed if a browser rendered it: by a dialog, a request, or a mark that it leaves. */
export const attack = [
  '<script>owned = 1; alert(1)</script></script></style></title><script>owned = 1; alert(1)</script>',
  '"><img src=http://127.0.0.1:9/x onerror=alert(1)>',
  "' autofocus onfocus='alert(1)",
  '<svg onload=alert(1)><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">',
  '--><script>alert(1)</script>]]><script>alert(1)</script>',
  '`<img src=http://127.0.0.1:9/x onerror=alert(1)>`',
].join('')

/** Sequences that a terminal obeys: they clear the screen, name the window, ask back, write from right to left. */
export const escapes = '\u001b[2J\u001b]0;owned\u0007\u001b[6n\u009b31m\r\b\u0000\u202eowned\u2066\u2028'
