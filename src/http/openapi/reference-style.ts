/**
 * How the reference page looks: light and dark by the system's choice, tables that become lists on small
 * screens, printable.
 */
export const STYLE = `:root{color-scheme:light dark;--line:light-dark(#d7dbe2,#363b45);--soft:light-dark(#f4f6f9,#1d2027);--dim:light-dark(#59616f,#a3abb8);--link:light-dark(#1d4ed8,#8ab4ff)}
*{box-sizing:border-box}html{scroll-padding-top:1rem}body{margin:0;font:16px/1.55 system-ui,sans-serif;display:grid;grid-template-columns:17rem minmax(0,1fr);background:light-dark(#fff,#14161b);color:light-dark(#1b1f27,#e6e9ee)}
a{color:var(--link)}:focus-visible{outline:2px solid var(--link);outline-offset:2px}.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--soft);z-index:1}
.side{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-right:1px solid var(--line);background:var(--soft)}.brand{margin:0}.brand small{display:block}
nav{font-size:.875rem}nav p{font-weight:600;color:var(--dim);margin:1.25rem 0 .25rem}nav ul{list-style:none;margin:0;padding:0}nav a{display:block;padding:.2rem 0;text-decoration:none;color:inherit}nav a:hover{text-decoration:underline}.top{display:none}
main{padding:1.5rem clamp(1rem,4vw,3rem) 4rem;max-width:72rem}h1{margin-top:0;line-height:1.2}section>h2{margin:2.5rem 0 0}article{border-top:1px solid var(--line);padding:1rem 0 1.5rem}article:first-of-type{border-top:0}h3{margin:.25rem 0}h4{margin:1.25rem 0 .25rem}
code,pre{font-family:ui-monospace,monospace;font-size:.875em}pre{background:var(--soft);border:1px solid var(--line);border-radius:.4rem;padding:.75rem;overflow:auto}small{color:var(--dim);font-weight:400}
.call{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline;background:var(--soft);border:1px solid var(--line);border-radius:.4rem;padding:.5rem .75rem;overflow-wrap:anywhere}.call b{font-size:.8rem;letter-spacing:.04em;color:var(--link)}
table{border-collapse:collapse;width:100%;font-size:.9rem;table-layout:fixed}th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}th{font-weight:400;width:30%}td:nth-child(2){color:var(--dim);width:22%}
summary{cursor:pointer}details dl{margin:.5rem 0 0}dt{font-weight:600;margin-top:.75rem}dd{margin:.15rem 0 0 1rem}
@media(max-width:50rem){body{display:block}.side{display:none}.top{display:block;padding:.75rem 1rem;border-bottom:1px solid var(--line);background:var(--soft)}.top nav a{padding:.35rem 0}
table,tbody,tr,th,td,td:nth-child(2){display:block;width:auto}tr{border-top:1px solid var(--line);padding:.5rem 0}th,td{border:0;padding:0}th,td:nth-child(2){display:inline;margin-right:.5rem}td:empty{display:none}}
@media print{.side,.top{display:none}body{display:block}}`;
