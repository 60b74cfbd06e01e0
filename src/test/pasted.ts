/** What office programs put on the clipboard as HTML, shortened: a paragraph, a numbered list and a table. */

/**
 * Word, with the structure of recorded clipboards (their source is in src/platform/office-html.test.ts):
 * Office's own elements, conditional comments, numbers as text.
 */
export const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml>
 <w:WordDocument><w:View>Normal</w:View><w:Zoom>0</w:Zoom></w:WordDocument>
</xml><![endif]-->
<style>
<!--
 p.MsoNormal, li.MsoNormal {mso-style-unhide:no; margin:0cm; font-family:"Calibri",sans-serif;}
-->
</style>
</head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->
<p class=MsoNormal>Spring&nbsp;menu, <b>soups</b> &amp;
salads<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Soup<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Salad<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt;mso-border-alt:solid windowtext .5pt'>
  <p class=MsoNormal style='margin-bottom:0cm;line-height:normal'>Mon<o:p></o:p></p>
  </td>
  <td width=301 valign=top style='width:225.4pt'>
  <p class=MsoNormal style='margin-bottom:0cm;line-height:normal'>9<o:p></o:p></p>
  <p class=MsoNormal>to 10<o:p></o:p></p>
  </td>
 </tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>
  <td width=301 valign=top><p class=MsoNormal>Tue<o:p></o:p></p></td>
  <td width=301 valign=top><p class=MsoNormal><o:p>&nbsp;</o:p></p></td>
 </tr>
</table>
<!--EndFragment-->
</body>
</html>`;

/** Google Docs: everything in a bold element that is not bold, and a break for an empty line. */
export const DOCS =
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-6f0d">` +
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;` +
  `font-weight:400;white-space:pre;white-space:pre-wrap;">Spring menu, </span><span style="font-weight:700;">soups` +
  `</span><span> &amp; salads</span></p><br />` +
  `<ol style="margin-top:0;"><li dir="ltr" style="list-style-type:decimal;" aria-level="1"><p dir="ltr" ` +
  `role="presentation"><span>Soup</span></p></li><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">` +
  `<span>Salad</span></p></li></ol><div dir="ltr" style="margin-left:0pt;" align="left"><table ` +
  `style="border:none;border-collapse:collapse;"><colgroup><col width="312" /><col width="312" /></colgroup><tbody>` +
  `<tr style="height:0pt"><td style="vertical-align:top;"><p dir="ltr"><span>Mon</span></p></td><td><p dir="ltr">` +
  `<span>9</span></p></td></tr><tr style="height:0pt"><td><p dir="ltr"><span>Tue</span></p></td><td><br /></td></tr>` +
  `</tbody></table></div></b><br class="Apple-interchange-newline">`;

/**
 * LibreOffice Writer 7.4.7, as it wrote it (`soffice --headless --convert-to html`): no end of an item, lines
 * broken anywhere, and a text with signs and white space of its own.
 */
export const WRITER = `<!DOCTYPE html>
<html>
<head>
\t<meta http-equiv="content-type" content="text/html; charset=utf-8"/>
\t<title></title>
\t<meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/>
\t<meta name="created" content="00:00:00"/>
\t<meta name="changed" content="00:00:00"/>
\t<style type="text/css">
\t\t@page { size: 8.27in 11.69in; margin: 0.79in }
\t\tp { line-height: 115%; margin-bottom: 0.1in; background: transparent }
\t</style>
</head>
<body lang="en-US" link="#000080" vlink="#800000" dir="ltr"><p style="line-height: 100%; margin-bottom: 0in">
Spring menu, <b>soups</b> &amp; <font color="#ff0000">salads</font></p>
<ol>
\t<li><p style="line-height: 100%; margin-bottom: 0in">Soup</p>
\t<li><p style="line-height: 100%; margin-bottom: 0in">Salad</p>
</ol>
<table width="100%" cellpadding="0" cellspacing="0">
\t<col width="128*"/>

\t<col width="128*"/>

\t<tr valign="top">
\t\t<td width="50%" style="border: none; padding: 0in"><p>Mon</p>
\t\t</td>
\t\t<td width="50%" style="border: none; padding: 0in"><p>9</p>
\t\t</td>
\t</tr>
\t<tr valign="top">
\t\t<td width="50%" style="border: none; padding: 0in"><p>Tue</p>
\t\t</td>
\t\t<td width="50%" style="border: none; padding: 0in"><p><br/>

\t\t\t</p>
\t\t</td>
\t</tr>
</table>
<p style="line-height: 100%; margin-bottom: 0in">See &lt;b&gt;, a  
b\tc<br/>
and so on</p>
</body>
</html>`;

/** LibreOffice Calc 7: cells without paragraphs. */
export const CALC = `<!DOCTYPE html>
<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title>
<style type="text/css">body,div,table,thead,tbody,tfoot,tr,th,td,p { font-family:"Liberation Sans"; font-size:x-small }</style>
</head><body>
<table cellspacing="0" border="0">
\t<colgroup span="2" width="85"></colgroup>
\t<tr>
\t\t<td height="17" align="left"><b>Mon</b></td>
\t\t<td align="right" sdval="9" sdnum="1033;">9</td>
\t</tr>
\t<tr>
\t\t<td height="17" align="left">Tue</td>
\t\t<td align="left"><br></td>
\t</tr>
</table>
<!-- ************************************************************************** -->
</body></html>`;
