{{- define "crier.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end -}}
{{- end }}

{{- define "crier.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "crier.labels" -}}
{{ include "crier.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* What has no bucket and no claim would lose its uploads with each pod. */}}
{{- define "crier.check" -}}
{{- $storage := get .Values.settings "STORAGE_PROVIDER" | default "local" -}}
{{- if and (eq $storage "local") (not .Values.uploadsClaim) -}}
{{- fail "uploads would be lost with each pod: set settings.STORAGE_PROVIDER (docs/storage.md), or uploadsClaim" -}}
{{- end -}}
{{- $names := list -}}
{{- range .Values.workers -}}{{- $names = append $names .name -}}{{- end -}}
{{- if ne (len $names) (len (uniq $names)) -}}{{- fail "workers: two groups have the same name" -}}{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}{{- fail "ingress.host is missing" -}}{{- end -}}
{{- end }}

{{/* Of every pod. Takes the root as `root`, labels as `role`. */}}
{{- define "crier.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "crier.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
volumes:
  - name: tmp
    emptyDir: {}
  - name: data
    {{- if .root.Values.uploadsClaim }}
    persistentVolumeClaim: { claimName: {{ .root.Values.uploadsClaim | quote }} }
    {{- else }}
    emptyDir: {}
    {{- end }}
  {{- with .root.Values.temporalClientCertificate }}
  - name: temporal-certificate
    secret: { secretName: {{ . | quote }} }
  {{- end }}
{{- end }}

{{/* Of every container. Takes the root as `root`, variables of this container as `env`. */}}
{{- define "crier.container" -}}
image: {{ printf "%s:%s" .root.Values.image.repository (.root.Values.image.tag | default .root.Chart.AppVersion) | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - secretRef: { name: {{ .root.Values.secretName | quote }} }
env:
  {{- $env := merge (dict) .env .root.Values.settings (dict "HOST" "0.0.0.0" "PORT" "5000") }}
  {{- with .root.Values.temporalClientCertificate }}
  {{- $_ := set $env "TEMPORAL_TLS_CLIENT_CERT_PATH" "/etc/crier/temporal/tls.crt" }}
  {{- $_ := set $env "TEMPORAL_TLS_CLIENT_KEY_PATH" "/etc/crier/temporal/tls.key" }}
  {{- end }}
  {{- range $name := keys $env | sortAlpha }}
  {{- $value := get $env $name }}
  - name: {{ $name }}
    {{- /* Helm reads numbers as floats: 1000000 would become 1e+06. */}}
    value: {{ if kindIs "float64" $value }}{{ $value | int64 | toString | quote }}{{ else }}{{ $value | toString | quote }}{{ end }}
  {{- end }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: data, mountPath: /var/lib/crier }
  {{- if .root.Values.temporalClientCertificate }}
  - { name: temporal-certificate, mountPath: /etc/crier/temporal, readOnly: true }
  {{- end }}
{{- end }}
