<?php
// Files of the site (uploads) are served as they are, everything else by WordPress.
$file = $_SERVER['DOCUMENT_ROOT'] . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (is_file($file)) {
    return false;
}
$_SERVER['SCRIPT_NAME'] = '/index.php';
$_SERVER['PHP_SELF'] = '/index.php';
require getenv('CRIER_TEST_WORDPRESS') . '/index.php';
