# SPDX-License-Identifier: Apache-2.0
"""Writes files of SPSS, Stata and SAS with value labels and missing codes, by libreadstat's writer: what no Python package of
Debian writes. Readers other than libreadstat check what guise makes of them."""
import ctypes

STRING, INT32, DOUBLE = 0, 3, 5
_library = ctypes.CDLL("libreadstat.so.1")
_write = ctypes.CFUNCTYPE(ctypes.c_ssize_t, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
for name in ("readstat_writer_init", "readstat_add_label_set", "readstat_add_variable"):
    getattr(_library, name).restype = ctypes.c_void_p


def _pointer(value):
    return ctypes.c_void_p(value)


class Variable:
    def __init__(self, name, values, kind=DOUBLE, labels=None, missing=(), form=None):
        self.name, self.values, self.kind, self.labels, self.missing, self.form = name, values, kind, labels, missing, form


def write(path, ending, variables):
    """`ending`: sav, dta, xport or sas7bdat. None is missing."""
    out = open(path, "wb")
    take = _write(lambda data, size, _: out.write(ctypes.string_at(data, size)))
    writer = _pointer(_library.readstat_writer_init())
    _library.readstat_set_data_writer(writer, take)
    if ending == "xport":
        _library.readstat_writer_set_file_format_version(writer, ctypes.c_uint8(5))
    made = []
    for variable in variables:
        width = 16 if variable.kind == STRING else 0
        one = _pointer(_library.readstat_add_variable(writer, variable.name.encode(), variable.kind, ctypes.c_size_t(width)))
        if variable.labels:
            labels = _pointer(_library.readstat_add_label_set(writer, variable.kind, (variable.name + "_l").encode()))
            for value, label in variable.labels.items():
                if variable.kind == INT32:
                    _library.readstat_label_int32_value(labels, ctypes.c_int32(value), label.encode())
                else:
                    _library.readstat_label_double_value(labels, ctypes.c_double(value), label.encode())
            _library.readstat_variable_set_label_set(one, labels)
        for code in variable.missing:
            _library.readstat_variable_add_missing_double_value(one, ctypes.c_double(code))
        if variable.form:
            _library.readstat_variable_set_format(one, variable.form.encode())
        made.append(one)
    rows = len(variables[0].values)
    check(getattr(_library, f"readstat_begin_writing_{ending}")(writer, None, ctypes.c_long(rows)))
    for row in range(rows):
        check(_library.readstat_begin_row(writer))
        for variable, one in zip(variables, made):
            value = variable.values[row]
            if variable.kind == STRING:
                check(_library.readstat_insert_string_value(writer, one, (value or "").encode()))
            elif value is None:
                check(_library.readstat_insert_missing_value(writer, one))
            elif isinstance(value, str):  # ".a", a tagged missing value of Stata
                check(_library.readstat_insert_tagged_missing_value(writer, one, ctypes.c_char(value[1].encode())))
            elif variable.kind == INT32:
                check(_library.readstat_insert_int32_value(writer, one, ctypes.c_int32(value)))
            else:
                check(_library.readstat_insert_double_value(writer, one, ctypes.c_double(value)))
        check(_library.readstat_end_row(writer))
    check(_library.readstat_end_writing(writer))
    _library.readstat_writer_free(writer)
    out.close()


def check(status):
    if status:
        raise RuntimeError(f"libreadstat could not write: error {status}")
